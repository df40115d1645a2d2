"use client";

import { useTranslations } from "next-intl";
import { createElement } from "react";
import { useSearchProvider } from "#components/frame/command-registry.tsx";
import { useTRPCClient } from "#components/live/api.ts";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { useVisitorName } from "../visitor-name.ts";

const found = 6;

/** Finds conversations by name, address and what was said in them, from the command palette. */
export function useConversationSearch(onOpen: (conversationId: string) => void): void {
  const t = useTranslations("inbox.commands");
  const client = useTRPCClient();
  const visitorName = useVisitorName();
  useSearchProvider({
    id: "conversations",
    title: t("messages"),
    search: async (query, signal) => {
      const page = await client.conversations.list.query({ search: query, limit: found }, { signal });
      return page.data.map((row) => ({
        id: row.id,
        label: visitorName(row),
        detail: row.lastMessage.slice(0, 80),
        icon: createElement(ChannelIcon, { channel: row.channel, decorative: true }),
        run: () => onOpen(row.id),
      }));
    },
  });
}
