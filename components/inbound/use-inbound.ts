"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "#components/live/api.ts";
import { inboundStatuses } from "#server/channels/choices.ts";

export const inboundFilters = ["channel", "status", "kind", "payload"] as const;
export type InboundAddress = Readonly<Record<(typeof inboundFilters)[number], string>>;

export const inboundKinds = [
  "message",
  "status",
  "echo",
  "reaction",
  "edit",
  "deletion",
  "watermark",
  "referral",
  "moved",
  "platform",
] as const;

const newMs = 3000;

/** The journal under its filters. Payloads have no events, so new ones are polled while the reader is at the newest. */
export function useInbound({ channel, status, kind }: InboundAddress) {
  const trpc = useTRPC();
  const known = inboundStatuses.find((one) => one === status);
  const list = useInfiniteQuery({
    ...trpc.channels.inbound.infiniteQueryOptions(
      {
        limit: 50,
        ...(channel ? { channelId: channel.slice(0, 64) } : {}),
        ...(known ? { status: known } : {}),
        ...(kind ? { kind: kind.slice(0, 40) } : {}),
      },
      { getNextPageParam: (page) => page.pagination.nextCursor ?? undefined },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : newMs),
  });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  return { list, rows };
}

export type InboundRow = ReturnType<typeof useInbound>["rows"][number];
