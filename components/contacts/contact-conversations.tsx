"use client";

import { useQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type Directory, useDirectory } from "#components/conversations/data/directory.ts";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Conversation } from "#server/conversations/schema.ts";

/** The conversations of a contact, newest activity first; each opens in the inbox. */
export function ContactConversations({ contactId }: { contactId: string }) {
  const t = useTranslations("contacts.conversations");
  const trpc = useTRPC();
  const directory = useDirectory();
  const list = useQuery(trpc.conversations.ofContact.queryOptions({ contactId }));
  if (list.isPending) return <Skeleton className="mx-5 my-4 h-14" />;
  if (list.isError && !list.data) {
    return <ErrorState description={failureOf(list.error).message || undefined} onRetry={() => void list.refetch()} />;
  }
  if (list.data?.length === 0) {
    return <EmptyState icon={<MessagesSquare />} title={t("none")} description={t("noneHint")} />;
  }
  return (
    <ul className="grid">
      {list.data?.map((conversation) => (
        <ConversationItem key={conversation.id} conversation={conversation} directory={directory} />
      ))}
    </ul>
  );
}

function ConversationItem({ conversation, directory }: { conversation: Conversation; directory: Directory }) {
  const t = useTranslations("contacts.conversations");
  const { id, channel, lastMessage, lastMessageAt, createdAt, closed, phaseId, assignedTo } = conversation;
  const holder = assignedTo ? directory.user(assignedTo) : undefined;
  return (
    <li className="border-border border-b">
      <Link
        href={`/inbox/${id}?view=all`}
        prefetch={false}
        className="grid gap-1 px-5 py-2.5 hover:bg-text/3 focus-visible:outline-offset-[-2px] phone:px-4"
      >
        <span className="flex items-center gap-2">
          <ChannelIcon channel={channel} />
          <span className="min-w-0 flex-1 truncate text-sm">
            {lastMessage || <span className="text-text-faint">{t("empty")}</span>}
          </span>
          <RelativeTime value={lastMessageAt ?? createdAt} plain className="tabular shrink-0 text-text-muted text-xs" />
        </span>
        <span className="flex items-center gap-2 pl-6 text-text-muted text-xs">
          <Badge tone={closed ? "outline" : "success"}>{t(closed ? "closed" : "open")}</Badge>
          <span className="truncate">{directory.phase(phaseId)}</span>
          {holder ? (
            <span className="ml-auto flex min-w-0 items-center gap-1.5">
              <Avatar id={assignedTo} name={holder} size="xs" decorative />
              <span className="truncate">{holder}</span>
            </span>
          ) : null}
        </span>
      </Link>
    </li>
  );
}
