import type { Client } from "openapi-fetch";
import { orThrow } from "./failing.ts";
import type { paths } from "./generated/api.ts";

type AnswerOf<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;

type Page = { data: readonly unknown[]; pagination: object };

/** The addresses of lists that come in pages. */
export type ListPath = { [P in keyof paths]: AnswerOf<P> extends Page ? P : never }[keyof paths];

/** A row of such a list. */
export type ItemOf<P extends ListPath> = AnswerOf<P> extends { data: readonly (infer Item)[] } ? Item : never;

type ParametersOf<P extends ListPath> = paths[P] extends { get: { parameters: infer Given } } ? Given : never;
type Part<Given, Name extends string> = Given extends { [N in Name]?: infer Found } ? NonNullable<Found> : never;

export type ListOptions<P extends ListPath> = {
  /** Filters and order; 100 rows a request unless `limit` says otherwise. */
  query?: Omit<Part<ParametersOf<P>, "query">, "cursor" | "page" | "offset">;
  /** The parameters of the path. */
  path?: Part<ParametersOf<P>, "path">;
  signal?: AbortSignal;
};

type Turned = {
  data: unknown[];
  pagination: { page?: number; hasNext?: boolean; nextCursor?: string | null };
};
/** The client for an address that is only known when it runs. */
type AnyGet = (path: string, init: object) => Promise<{ data?: Turned; error?: unknown; response: Response }>;

/** Every row, one request after the other: by cursor, or by page where a list has no cursors. */
export async function* listAll<P extends ListPath>(
  client: Client<paths>,
  address: P,
  { query, path, signal }: ListOptions<P> = {},
): AsyncGenerator<ItemOf<P>, void, undefined> {
  const get = client.GET as unknown as AnyGet;
  let place: { cursor?: string; page?: number } = {};
  for (;;) {
    const params = { path, query: { limit: 100, ...query, ...place } };
    const { data, pagination } = await orThrow(get(address, { params, signal }));
    yield* data as ItemOf<P>[];
    const { nextCursor, hasNext, page = 1 } = pagination;
    if (nextCursor) place = { cursor: nextCursor };
    else if (hasNext) place = { page: page + 1 };
    else return;
  }
}
