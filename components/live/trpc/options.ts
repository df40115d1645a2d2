import { skipToken } from "@tanstack/react-query";
import { isRecord } from "../records.ts";
import type { Caller } from "./batch.ts";
import { type Options, keyOf as plainKeyOf, type QueryType } from "./keys.ts";
import { pathsOf } from "./paths.ts";

type Context = { signal: AbortSignal; pageParam?: unknown; direction?: unknown };
type Given = Readonly<Record<string, unknown>>;

/** The kinds that screens use, with the keys and inputs of tRPC's own (`trpc.test.ts`). */
export function optionsOf(caller: Caller): Options {
  return pathsOf((path, end, [first, second]) => {
    const given: Given = isRecord(second) ? second : {};
    const name = path.join(".");
    const ask = (input: unknown, { signal }: Context) =>
      caller({ kind: "query", path: name, input, signal: leaves(given) ? signal : undefined });
    switch (end) {
      case "pathKey":
      case "mutationKey":
        return [path];
      case "queryKey":
        return keyOf(path, first, "query");
      case "infiniteQueryKey":
        return keyOf(path, first, "infinite");
      case "queryOptions": {
        const queryFn = first === skipToken ? skipToken : (context: Context) => ask(first, context);
        return { ...given, queryKey: keyOf(path, first, "query"), queryFn };
      }
      case "infiniteQueryOptions": {
        const page = (context: Context) => ask(pageOf(first, context), context);
        return {
          ...given,
          queryKey: keyOf(path, first, "infinite"),
          queryFn: first === skipToken ? skipToken : page,
          initialPageParam: given.initialCursor ?? (isRecord(first) ? first.cursor : undefined),
        };
      }
      case "mutationOptions": {
        const mutationFn = (input: unknown) => caller({ kind: "mutation", path: name, input });
        return { ...(isRecord(first) ? first : {}), mutationKey: [path], mutationFn };
      }
      default:
        throw new Error(`${name} has no ${end} here`);
    }
  }) as Options;
}

/** Whether a question is given up when its screen is left: only who reads the signal is. */
const leaves = ({ trpc }: Given) => isRecord(trpc) && trpc.abortOnUnmount === true;

function pageOf(input: unknown, { pageParam, direction }: Context): Given {
  return { ...(isRecord(input) ? input : {}), ...(pageParam === undefined ? {} : { cursor: pageParam }), direction };
}

const keyOf = (path: readonly string[], input: unknown, type: QueryType) =>
  plainKeyOf([...path], input === skipToken ? undefined : input, type);
