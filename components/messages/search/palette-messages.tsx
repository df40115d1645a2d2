"use client";

import { useTranslations } from "next-intl";
import { useSearchProvider } from "#components/frame/command-registry.tsx";
import { useWays } from "#components/frame/reaching/use-reaching.tsx";
import { useTRPCClient } from "#components/live/api.ts";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { isLongEnough } from "./long-enough.ts";
import { MarkedText } from "./marked-text.tsx";

const shown = 8;

/** Lets the command palette find what was ever said, and leads to where it stands. */
export function PaletteMessages() {
  const t = useTranslations("frame.palette");
  const { go } = useWays();
  const client = useTRPCClient().messages;
  useSearchProvider({
    id: "messages",
    title: t("messages"),
    minimum: 2,
    search: async (query, signal) => {
      const words = query.slice(0, 200);
      if (!isLongEnough(words)) return [];
      const { data } = await client.search.query({ q: words, limit: shown }, { signal });
      return data.map(({ message, conversation, snippet }) => ({
        id: message.id,
        label: <MarkedText {...snippet} />,
        detail: conversation.visitorName || t("visitor"),
        icon: <ChannelIcon channel={conversation.channel} decorative />,
        run: () => go(`/inbox/${conversation.id}?view=every&message=${message.seq}`),
      }));
    },
  });
  return null;
}
