"use client";

import { useTranslations } from "next-intl";
import type { Message } from "#server/messages/schema.ts";

/** What a message answers: one line of it, or that it is not here. */
export function QuotedLine({ quoted }: { quoted: Message | undefined }) {
  const t = useTranslations("messages.bubble");
  const text = quoted
    ? quoted.text.trim() || quoted.extra?.files?.[0]?.name || t(quoted.type === "image" ? "imageWord" : "otherWord")
    : t("quotedGone");
  return (
    <blockquote className="max-w-72 border-text-faint/60 border-l-2 pl-2 text-text-muted text-xs">
      <span className="sr-only">{t("answers")} </span>
      <bdi className="line-clamp-2">{text}</bdi>
    </blockquote>
  );
}
