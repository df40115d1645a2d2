"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import type { MessageExtra } from "#server/messages/schema.ts";

type ReactionsProps = { reactions: MessageExtra["reactions"]; visitorName: string };

/** Under a message: what the visitor and the team answered with a sign. */
export function Reactions({ reactions = [], visitorName }: ReactionsProps) {
  const t = useTranslations("messages.bubble");
  if (reactions.length === 0) return null;
  return (
    <ul aria-label={t("reactions")} className="-mt-1 flex gap-1 px-2">
      {reactions.map(({ emoji, by, from, failed, failedWhy = "refused" }) => {
        const who = from === "team" ? t("yourTeam") : visitorName;
        const reason = t(`reactionFailures.${failedWhy}`);
        const words = failed ? t("reactionFailed", { emoji, reason }) : t("reactedWith", { name: who, emoji });
        return (
          <li
            key={`${from} ${by}`}
            title={words}
            className={cn(
              "inline-flex h-6 items-center gap-1 rounded-full border bg-surface px-1.5 text-sm",
              failed ? "border-danger" : "border-border-strong",
            )}
          >
            <span aria-hidden>{emoji}</span>
            {failed ? <CircleAlert aria-hidden className="size-3 text-danger" /> : null}
            <span className="sr-only">{words}</span>
          </li>
        );
      })}
    </ul>
  );
}
