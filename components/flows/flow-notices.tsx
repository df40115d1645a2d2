"use client";

import { History, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import type { FlowDraft, Published } from "./draft/use-flow-draft.ts";

type FlowNoticesProps = {
  draft: FlowDraft;
  published: Published;
  onCompare: () => void;
  onCompareDrafts: () => void;
};

/** A line above the canvas for what one must know before going on. */
export function FlowNotices({ draft, published, onCompare, onCompareDrafts }: FlowNoticesProps) {
  const t = useTranslations("flows.notices");
  if (draft.clash) {
    const { theirs } = draft.clash;
    return (
      <Warning action={t("compare")} onAction={onCompareDrafts}>
        {theirs ? t("clash", { name: theirs.author }) : t("clashGone")}
      </Warning>
    );
  }
  if (draft.dirty && draft.base.version !== published.version) {
    return (
      <Warning action={t("compare")} onAction={onCompare}>
        {t("stale", { version: published.version, base: draft.base.version })}
      </Warning>
    );
  }
  if (!draft.found || !draft.dirty) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 border-border border-b bg-text/4 px-4 py-1.5 text-sm"
    >
      <History aria-hidden className="size-4 shrink-0 text-text-muted" />
      <p className="min-w-0 flex-1 text-text-muted">
        {draft.savedBy
          ? t("found", { name: draft.savedBy.author, version: published.version })
          : t("recovered", { version: published.version })}
      </p>
      <Button size="sm" onClick={() => draft.replace(published.nodes, published)}>
        {t("discard")}
      </Button>
    </div>
  );
}

function Warning({ children, action, onAction }: { children: ReactNode; action: string; onAction: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 border-border border-b bg-warning/10 px-4 py-1.5 text-sm"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
      <p className="min-w-0 flex-1">{children}</p>
      <Button size="sm" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}
