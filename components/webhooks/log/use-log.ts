"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTRPC, useTRPCClient } from "#components/live/api.ts";
import type { DeliveryLog } from "#server/webhooks/schema.ts";
import { type LogFilter, queryOfFilter } from "./log-address.ts";
import { held, tailLimit, tailStart, union } from "./log-tail.ts";

const pageSize = 50;
const tailMs = 1500;

/**
 * The attempts of a webhook: pages of older ones as the list is scrolled, and a tail of newer ones, asked for as long
 * as the page is looked at. While held, what is shown stays as it was and newer ones are counted.
 */
export function useLog(webhookId: string, filter: LogFilter, hold: boolean) {
  const trpc = useTRPC();
  const shape = JSON.stringify([webhookId, filter]);
  // A span such as "last hour" is fixed when it is chosen; the tail adds what comes after.
  const input = useMemo(() => ({ webhookId, ...queryOfFilter(filter, Date.now()) }), [shape]);
  const pages = useInfiniteQuery(
    trpc.webhooks.logs.infiniteQueryOptions(
      { ...input, limit: pageSize },
      { getNextPageParam: (page) => page.pagination.nextCursor ?? undefined },
    ),
  );
  const older = useMemo(() => pages.data?.pages.flatMap((page) => page.data) ?? [], [pages.data]);
  const tail = useTail(input, older, pages.isSuccess);
  const all = useMemo(() => union(tail, older), [tail, older]);
  const boundary = useBoundary(hold && pages.isSuccess, all[0]?.id ?? "", shape);
  const { shown, newer } = useMemo(() => held(all, boundary), [all, boundary]);
  return { pages, shown, newer, all };
}

type LogInput = { webhookId: string } & ReturnType<typeof queryOfFilter>;

function useTail(input: LogInput, older: readonly DeliveryLog[], ready: boolean): readonly DeliveryLog[] {
  const client = useTRPCClient().webhooks;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const key = ["webhook tail", input];
  const query = useQuery({
    queryKey: key,
    // Nothing comes to a time that is over.
    enabled: ready && input.to === undefined,
    refetchInterval: tailMs,
    queryFn: async ({ signal }): Promise<DeliveryLog[]> => {
      const known = queries.getQueryData<DeliveryLog[]>(key) ?? [];
      const from = tailStart(known[0] ?? older[0], input.from);
      const ask = { ...input, ...(from ? { from } : {}), limit: 100 };
      const { data, pagination } = await client.logs.query(ask, { signal });
      if (!pagination.hasNext) return union(data, known).slice(0, tailLimit);
      // More has come than one answer holds, after a while in the background: the list is read anew.
      await queries.invalidateQueries({ queryKey: trpc.webhooks.logs.infiniteQueryKey({ ...input, limit: pageSize }) });
      return [];
    },
  });
  return query.data ?? none;
}

const none: readonly DeliveryLog[] = [];

/** The newest id when holding began; undefined while the list runs. A new filter begins anew. */
function useBoundary(hold: boolean, newest: string, shape: string): string | undefined {
  const [state, setState] = useState<{ shape: string; boundary: string }>();
  if (hold && state?.shape !== shape) setState({ shape, boundary: newest });
  if (!hold && state) setState(undefined);
  return hold && state?.shape === shape ? state.boundary : undefined;
}
