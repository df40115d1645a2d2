"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { dayEdge } from "#components/filters/day-range.tsx";
import { useTRPC } from "#components/live/api.ts";
import { statusClasses } from "#server/requests/choices.ts";

export const requestFilters = ["search", "token", "status", "from", "to"] as const;
export type RequestAddress = Readonly<Record<(typeof requestFilters)[number], string>>;

const pageSize = 50;
const newMs = 4000;

function queryOf({ search, token, status, from, to }: RequestAddress) {
  const statusClass = statusClasses.find((one) => one === status);
  const [first, last] = [dayEdge(from, "first"), dayEdge(to, "last")];
  return {
    limit: pageSize,
    ...(search ? { search: search.slice(0, 128) } : {}),
    ...(token ? { tokenId: token.slice(0, 64) } : {}),
    ...(statusClass ? { statusClass: [statusClass] } : {}),
    ...(first ? { from: first } : {}),
    ...(last ? { to: last } : {}),
  };
}

/** The log under its filters; new requests are polled while the reader is at the newest. */
export function useRequests(address: RequestAddress) {
  const trpc = useTRPC();
  const list = useInfiniteQuery({
    ...trpc.requests.list.infiniteQueryOptions(queryOf(address), {
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : newMs),
  });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const searchedTo = list.data?.pages.at(-1)?.searchedTo ?? null;
  return { list, rows, searchedTo };
}
