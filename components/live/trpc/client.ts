import type { TRPCClient } from "@trpc/client";
import type { AppRouter } from "#server/trpc/router.ts";
import { isRecord } from "../records.ts";
import type { Caller } from "./batch.ts";
import { pathsOf } from "./paths.ts";

/** The operations as the screens call them: `api.tags.list.query({})`, `api.tags.create.mutate(tag)`. */
export type Api = TRPCClient<AppRouter>;

export function clientOf(caller: Caller): Api {
  return pathsOf((path, end, [input, options]) => {
    const signal = isRecord(options) && options.signal instanceof AbortSignal ? options.signal : undefined;
    return caller({ kind: end === "mutate" ? "mutation" : "query", path: path.join("."), input, signal });
  }) as Api;
}
