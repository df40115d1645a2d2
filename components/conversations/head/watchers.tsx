"use client";

import { useTranslations } from "next-intl";
import { Avatar } from "#components/ui/avatar.tsx";
import { useViewers } from "../data/use-viewers.ts";

/** Who else has this conversation open right now; where there is little room the faces stand for the words. */
export function Watchers({ conversationId, compact }: { conversationId: string; compact: boolean }) {
  const t = useTranslations("conversations.header");
  const viewers = useViewers(conversationId);
  const [first] = viewers;
  if (!first) return null;
  const words =
    viewers.length > 2
      ? t("viewingMany", { first: first.name, count: viewers.length - 1 })
      : t("viewing", { names: viewers.map((viewer) => viewer.name).join(", ") });
  return (
    <span className="ml-1 flex min-w-0 items-center gap-1.5 text-text-muted text-xs">
      <span className="flex shrink-0 -space-x-1">
        {viewers.slice(0, compact ? 1 : 3).map((viewer) => (
          <Avatar
            key={viewer.id}
            id={viewer.id}
            name={viewer.name}
            size="sm"
            decorative
            className="ring-2 ring-surface"
          />
        ))}
      </span>
      <span role="status" className={compact ? "sr-only" : "truncate"}>
        {words}
      </span>
    </span>
  );
}
