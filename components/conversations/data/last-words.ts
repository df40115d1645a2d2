import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { Conversation } from "#server/conversations/schema.ts";

type Last = Pick<Conversation, "lastMessage" | "lastMessageAt" | "lastMessageKind">;

/** One line of what was said last; of what has no words, what it is. */
export function useLastWords(): (row: Last) => string {
  const t = useTranslations("conversations.row");
  return useCallback(
    ({ lastMessage, lastMessageAt, lastMessageKind: kind }) => {
      const text = lastMessage.trim();
      if (kind === "deleted" || kind === "missed_call") return t(`kinds.${kind}`);
      if (text !== "") return text;
      if (kind === "" || kind === "text/plain") return t(lastMessageAt ? "attachment" : "noMessage");
      return t(`kinds.${kind}`);
    },
    [t],
  );
}
