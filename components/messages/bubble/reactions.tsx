"use client";

import { useTranslations } from "next-intl";
import type { MessageExtra } from "#server/messages/schema.ts";

type ReactionsProps = { reactions: MessageExtra["reactions"]; visitorName: string };

/** Under a message: what the visitor answered with a sign. */
export function Reactions({ reactions = [], visitorName }: ReactionsProps) {
  const t = useTranslations("messages.bubble");
  if (reactions.length === 0) return null;
  return (
    <ul aria-label={t("reactions")} className="-mt-2 flex gap-1 px-2">
      {reactions.map(({ emoji, by }) => (
        <li
          key={by}
          title={t("reactedWith", { name: visitorName, emoji })}
          className="inline-flex h-6 items-center rounded-full border border-border-strong bg-surface px-1.5 text-sm"
        >
          <span aria-hidden>{emoji}</span>
          <span className="sr-only">{t("reactedWith", { name: visitorName, emoji })}</span>
        </li>
      ))}
    </ul>
  );
}
