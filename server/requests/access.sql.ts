// SQL because the log is filtered in a window of its newest rows, each page planned for its own filters.
import { isId } from "#server/base/ids.ts";
import { type Actor, can } from "#server/core/actor.ts";
import type { ApiRequest, ApiToken } from "#server/db/generated/client.ts";
import { empty, join, likeLiteral, plannedAnew, rows, type Sql, sql } from "#server/db/sql.ts";
import type { RequestFilters } from "./schema.ts";

export type RequestRow = Omit<ApiRequest, "companyId"> & { tokenName: ApiToken["name"] };
type Place = Pick<ApiRequest, "id" | "createdAt">;

/** The most rows that one page reads, so that a filter for something rare does not make a page slow. */
export const window = 20_000;

/** Administrators see the requests of all tokens, others those of their own. */
function visible(actor: Actor): Sql {
  if (can(actor, "admin")) return sql`true`;
  return sql`r."tokenId" in (select own."id" from api_tokens own
    where own."companyId" = ${actor.companyId} and own."userId" = ${actor.userId})`;
}

const classes = { "2xx": [200, 399], "4xx": [400, 499], "5xx": [500, 599] } as const;

/** What a text can mean; a request id in full is found by its index, apart from this. */
function matches(text: string): Sql {
  const part = `%${likeLiteral(text)}%`;
  return sql`(r."requestId" = ${text} or r."path" ilike ${part} or r."error" ilike ${part})`;
}

function conditions(actor: Actor, { tokenId, statusClass, search, from, to }: RequestFilters): Sql[] {
  const found: Sql[] = [visible(actor)];
  // A text that is not an id belongs to no token.
  if (tokenId) found.push(isId(tokenId) ? sql`r."tokenId" = ${tokenId}` : sql`false`);
  if (statusClass && statusClass.length > 0) {
    const any = statusClass.map((one) => sql`r."status" between ${classes[one][0]} and ${classes[one][1]}`);
    found.push(sql`(${join(any, " or ")})`);
  }
  if (search) found.push(matches(search));
  if (from) found.push(sql`r."createdAt" >= ${from}`);
  if (to) found.push(sql`r."createdAt" <= ${to}`);
  return found;
}

const columns = sql`r."id", r."tokenId", coalesce(t."name", '') as "tokenName", r."requestId", r."method", r."path",
  r."status", r."error", r."durationMs", r."createdAt"`;

const mine = (actor: Actor) => sql`r."companyId" = ${actor.companyId}`;
const before = (id: string | undefined) => (id ? sql` and r."id" < ${id}` : empty);

/** The newest requests older than `after`, among the `window` newest of them. */
export function requestsOf(actor: Actor, filters: RequestFilters, limit: number, after?: string) {
  return rows<RequestRow>(
    plannedAnew(sql`
      select ${columns} from (
        select * from api_requests r where ${mine(actor)}${before(after)} order by r."companyId" desc, r."id" desc
        limit ${window}
      ) r left join api_tokens t on t."companyId" = ${actor.companyId} and t."id" = r."tokenId"
      where ${join(conditions(actor, filters), " and ")}
      order by r."id" desc limit ${limit}`),
  );
}

/** By the index of request ids: at once, however old. A client may have used one id several times. */
export function requestsNamed(actor: Actor, requestId: string, limit: number) {
  return rows<RequestRow>(sql`
    select ${columns} from api_requests r
    left join api_tokens t on t."companyId" = r."companyId" and t."id" = r."tokenId"
    where ${mine(actor)} and ${visible(actor)} and r."requestId" = ${requestId} order by r."createdAt" desc, r."id" desc limit ${limit}`);
}

/** Where the window of a page ends; undefined where it reaches to the oldest row. */
export async function windowEnd(actor: Actor, after?: string): Promise<Place | undefined> {
  const [end] = await rows<Place>(sql`
    select r."id", r."createdAt" from api_requests r where ${mine(actor)}${before(after)}
    order by r."companyId" desc, r."id" desc offset ${window - 1} limit 1`);
  return end;
}
