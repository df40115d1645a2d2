"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { Message } from "#server/messages/schema.ts";

/** Above the text: the message that is being answered. */
export function QuoteBar({ message, onCancel }: { message: Message; onCancel: () => void }) {
  const t = useTranslations("messages.quote");
  const text = message.text.trim() || message.attachments[0]?.title || t("file");
  return (
    <div className="mx-3 mt-2 flex items-center gap-2 rounded-md border-accent border-l-2 bg-text/5 py-1 pr-1 pl-2 text-sm">
      <p className="min-w-0 flex-1 truncate">
        <span className="text-text-muted">{t("answering")} </span>
        <bdi>{text}</bdi>
      </p>
      <IconButton label={t("cancel")} size="xs" onClick={onCancel}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
