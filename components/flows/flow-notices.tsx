"use client";

import { History, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import type { FlowDraft, Published } from "./use-flow-draft.ts";

type FlowNoticesProps = { draft: FlowDraft; published: Published; onCompare: () => void };

/** A line above the canvas for what one must know before going on. */
export function FlowNotices({ draft, published, onCompare }: FlowNoticesProps) {
  const t = useTranslations("flows.notices");
  if (draft.dirty && draft.base.version !== published.version) {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center gap-2 border-border border-b bg-warning/10 px-4 py-1.5 text-sm"
      >
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
        <p className="min-w-0 flex-1">{t("stale", { version: published.version, base: draft.base.version })}</p>
        <Button size="sm" onClick={onCompare}>
          {t("compare")}
        </Button>
      </div>
    );
  }
  if (!draft.recovered || !draft.dirty) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 border-border border-b bg-text/4 px-4 py-1.5 text-sm"
    >
      <History aria-hidden className="size-4 shrink-0 text-text-muted" />
      <p className="min-w-0 flex-1 text-text-muted">{t("recovered", { version: published.version })}</p>
      <Button size="sm" onClick={() => draft.replace(published.nodes, published)}>
        {t("discard")}
      </Button>
    </div>
  );
}
