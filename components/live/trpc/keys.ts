import type { TRPCOptionsProxy, TRPCQueryKey } from "@trpc/tanstack-react-query";
import type { AppRouter } from "#server/trpc/router.ts";
import { isRecord } from "../records.ts";
import { pathsOf } from "./paths.ts";

/** What TanStack Query is told of each procedure: `trpc.tags.list.queryOptions({})`. */
export type Options = TRPCOptionsProxy<AppRouter>;

export type QueryType = "query" | "infinite";
export type QueryKey = TRPCQueryKey;

/** Where the cache keeps an answer: the procedure, what it is asked, and whether it comes page by page. */
export function keyOf(path: string[], input: unknown, type: QueryType): QueryKey {
  const details: { input?: unknown; type: QueryType } = { type };
  if (type === "infinite" && isRecord(input) && ("cursor" in input || "direction" in input)) {
    const { cursor: _, direction: __, ...rest } = input;
    return [path, { input: rest, type }];
  }
  if (input !== undefined) details.input = input;
  return [path, details];
}

/** The keys alone, for pages that send first answers along: `keys.tags.list.queryKey({})`. */
export const keys = pathsOf((path, end, [input]) => {
  if (end === "queryKey") return keyOf([...path], input, "query");
  if (end === "infiniteQueryKey") return keyOf([...path], input, "infinite");
  throw new Error(`${path.join(".")} has no ${end} here`);
}) as Options;
