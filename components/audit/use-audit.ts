"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { dayEdge } from "#components/filters/day-range.tsx";
import { useTRPC } from "#components/live/api.ts";
import { auditSources } from "#server/audit/choices.ts";
import { auditKinds } from "#server/core/words.ts";

export const auditFilters = ["search", "who", "kind", "from", "to"] as const;
export type AuditAddress = Readonly<Record<(typeof auditFilters)[number], string>>;

/** Whose entries are shown by default. */
export const everybody = "all";
const pageSize = 50;

/** The filters of the address as the operation takes them; people are named by their id. */
export function auditQueryOf({ search, who, kind, from, to }: AuditAddress) {
  const by = who === "" ? "team" : auditSources.find((source) => source === who);
  const chosen = auditKinds.find((one) => one === kind);
  const [first, last] = [dayEdge(from, "first"), dayEdge(to, "last")];
  return {
    ...(search ? { search } : {}),
    ...(by ? { by } : who === everybody ? {} : { userId: who.slice(0, 64) }),
    ...(chosen ? { kind: chosen } : {}),
    ...(first ? { from: first } : {}),
    ...(last ? { to: last } : {}),
  };
}

/** The log under its filters; new entries arrive by their events. */
export function useAudit(address: AuditAddress, enabled: boolean) {
  const trpc = useTRPC();
  const list = useInfiniteQuery({
    ...trpc.audit.list.infiniteQueryOptions(
      { ...auditQueryOf(address), limit: pageSize },
      { getNextPageParam: (page) => page.nextCursor ?? undefined, enabled },
    ),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  return { list, rows, searchedTo: list.data?.pages.at(-1)?.searchedTo ?? null };
}
