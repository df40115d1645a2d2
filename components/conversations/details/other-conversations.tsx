"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "#components/live/api.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import type { Directory } from "../data/directory.ts";
import { useLastWords } from "../data/last-words.ts";
import { Failed, FieldsSkeleton } from "./contact-details.tsx";

type OtherConversationsProps = {
  contactId: string;
  /** The one that is open. */
  conversationId: string;
  directory: Directory;
  onOpen: (conversationId: string) => void;
};

/** What else was said with this contact, newest first. */
export function OtherConversations({ contactId, conversationId, directory, onOpen }: OtherConversationsProps) {
  const t = useTranslations("conversations");
  const lastWords = useLastWords();
  const trpc = useTRPC();
  const conversations = useQuery(trpc.conversations.ofContact.queryOptions({ contactId }));
  if (conversations.error && !conversations.data) return <Failed onRetry={() => void conversations.refetch()} />;
  if (!conversations.data) return <FieldsSkeleton />;
  const others = conversations.data.filter((one) => one.id !== conversationId);
  if (others.length === 0) return <p className="text-sm text-text-muted">{t("details.noOthers")}</p>;
  return (
    <ul className="-mx-1.5 grid">
      {others.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            onClick={() => onOpen(one.id)}
            className="grid w-full gap-0.5 rounded-md px-1.5 py-1 text-start hover:bg-text/6 touch:min-h-11"
          >
            <span className="flex items-center gap-1.5 text-xs">
              <ChannelIcon channel={one.channel} className="size-3.5" />
              <span className="min-w-0 truncate text-text-muted">
                {one.closed ? t("close.closed") : (directory.phase(one.phaseId) ?? "")}
              </span>
              <RelativeTime plain value={one.lastMessageAt ?? one.createdAt} className="ml-auto text-text-faint" />
            </span>
            <bdi className="truncate text-sm">{lastWords(one)}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
