import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/live/api.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";

const day = 24 * 60 * 60_000;
const tagged: readonly string[] = ["FACEBOOK", "INSTAGRAM"];

type Windowed = Pick<InboxRow, "windowExpiresAt" | "closed">;

/** Until when people, not the bot, may still answer once the window is over; undefined where that is not so. */
export function humanAgentUntil(row: Windowed, allowed: boolean, now: number): number | undefined {
  if (!allowed || row.closed || row.windowExpiresAt === null) return undefined;
  const over = Date.parse(row.windowExpiresAt);
  const until = over + 6 * day;
  return now > over && now <= until ? until : undefined;
}

/** Whether the channel's setting lets people answer for seven days (Messenger and Instagram). */
export function useHumanAgent(row: Pick<InboxRow, "channel" | "channelId">): boolean {
  const trpc = useTRPC();
  const enabled = tagged.includes(row.channel);
  const channels = useQuery(trpc.channels.names.queryOptions({}, { enabled })).data;
  return enabled && (channels?.find(({ id }) => id === row.channelId)?.humanAgent ?? false);
}
