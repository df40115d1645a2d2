"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { inferProcedureOutput } from "@trpc/server";
import { useEffect, useMemo } from "react";
import {
  type ConversationItem,
  type ListState,
  stateOf,
} from "#components/conversations/data/use-conversation-list.ts";
import { useTRPC } from "#components/live/api.ts";
import { isLongEnough } from "#components/messages/search/long-enough.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import { contactsQuery, conversationsQuery, messagesQuery, type SearchAddress } from "./search-address.ts";
import { foundPerPage } from "./search-keys.ts";

export type FoundMessage = inferProcedureOutput<AppRouter["messages"]["search"]>["data"][number];
export type FoundContact = inferProcedureOutput<AppRouter["contacts"]["list"]>["data"][number];

/** `total` is undefined while it is not known; of messages it is known once all of them have come. */
export type Found<Row> = ListState<Row> & { total: number | undefined };

const none: readonly never[] = [];
/** A page may come with few rows, or none, and yet not be the last: so many are asked for unasked. */
const unasked = 6;

export function useFoundMessages(address: SearchAddress): Found<FoundMessage> {
  const trpc = useTRPC();
  const query = messagesQuery(address);
  const list = useInfiniteQuery({
    ...trpc.messages.search.infiniteQueryOptions(
      { ...query, limit: foundPerPage },
      {
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        enabled: isLongEnough(query.q),
        trpc: { abortOnUnmount: true },
      },
    ),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? none, [list.data]);
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const goesOn = hasNextPage && !isFetching && !isError && rows.length < foundPerPage / 2;
  const pages = list.data?.pages.length ?? 0;
  useEffect(() => {
    if (goesOn && pages < unasked) void fetchNextPage();
  }, [goesOn, pages, fetchNextPage]);
  return { rows, total: list.data && !hasNextPage ? rows.length : undefined, ...stateOf(list) };
}

/** Live as all lists of conversations are: events keep it true. */
export function useFoundConversations(address: SearchAddress): Found<ConversationItem> {
  const trpc = useTRPC();
  const list = useInfiniteQuery({
    ...trpc.conversations.list.infiniteQueryOptions(
      { ...conversationsQuery(address), limit: foundPerPage },
      {
        getNextPageParam: (page) => page.pagination.nextCursor ?? undefined,
        enabled: address.filter.search !== "",
        trpc: { abortOnUnmount: true },
      },
    ),
    ...{ staleTime: Number.POSITIVE_INFINITY, structuralSharing: false },
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? none, [list.data]);
  return { rows, total: list.data?.pages.at(-1)?.pagination.total, ...stateOf(list) };
}

export function useFoundContacts(address: SearchAddress): Found<FoundContact> {
  const trpc = useTRPC();
  const list = useInfiniteQuery({
    ...trpc.contacts.list.infiniteQueryOptions(
      { ...contactsQuery(address), limit: foundPerPage },
      {
        getNextPageParam: (page) => page.pagination.nextCursor ?? undefined,
        enabled: address.filter.search !== "",
        trpc: { abortOnUnmount: true },
      },
    ),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? none, [list.data]);
  return { rows, total: list.data?.pages.at(-1)?.pagination.total, ...stateOf(list) };
}
