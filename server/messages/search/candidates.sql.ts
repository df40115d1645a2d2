// SQL because words are found by a function that is past row level security.
import { idFloor } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { empty, likeLiteral, plannedAnew, row, rows, type Sql, sql } from "#server/db/sql.ts";
import type { MessageRow } from "../row.ts";
import type { SearchMessages } from "./schema.ts";

/** Messages, newest first, and the id before which to go on; null at the end. */
export type Candidates = { messages: MessageRow[]; reached: string | null };

type Wanted = Pick<SearchMessages, "fromType" | "hasFile" | "fromDate" | "toDate">;

/** A message's time may be a little off its id's. */
const slack = 60_000;
const lowest = "00000000-0000-0000-0000-000000000000";
const highest = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const folded = (terms: readonly string[]): Sql =>
  sql`array(select parley_fold(p) from unnest(${terms.map((term) => `%${likeLiteral(term)}%`)}::text[]) p)`;

/** The newest `take` messages of the company with all the words before an id; fewer where the budget ends before. */
export async function candidates(
  { companyId }: Actor,
  terms: readonly string[],
  { fromType, hasFile, fromDate, toDate }: Wanted,
  before: string,
  take: number,
): Promise<Candidates> {
  const floor = fromDate ? idFloor(new Date(fromDate.getTime() - slack)) : lowest;
  const ceiling = toDate ? idFloor(new Date(toDate.getTime() + slack)) : highest;
  const answer = await row<{ hits: string[]; reached: string | null }>(sql`
    select "hits", "reached" from parley_search_messages(${folded(terms)}, ${floor}::uuid, ${before}::uuid,
      ${ceiling}::uuid, ${fromType ?? null}::text, ${hasFile ?? null}::boolean, ${fromDate ?? null}::timestamptz,
      ${toDate ?? null}::timestamptz, ${take}::int)`);
  const { hits = [], reached = null } = answer ?? {};
  if (hits.length === 0) return { messages: [], reached };
  const messages = await rows<MessageRow>(sql`
    select m.* from messages m where m."companyId" = ${companyId} and m."id" = any(${hits}::uuid[]) order by m."id" desc`);
  return { messages, reached };
}

/** The newest `take` messages with all the words before an id, of these few conversations: their messages are read. */
export async function candidatesWithin(
  { companyId }: Actor,
  conversationIds: readonly string[],
  terms: readonly string[],
  { fromType, hasFile, fromDate, toDate }: Wanted,
  before: string,
  take: number,
): Promise<Candidates> {
  const files = sql`m."type" in ('image', 'audio', 'video', 'file')`;
  const messages = await rows<MessageRow>(
    plannedAnew(sql`
    with wanted as materialized (
      select n."id" from unnest(${[...conversationIds]}::uuid[]) c("id") cross join lateral (
        select m."id" from messages m
        where m."companyId" = ${companyId} and m."conversationId" = c."id" and m."id" < ${before}::uuid
          and m."type" <> 'command' and m."text" <> ''
          ${fromType ? sql` and m."fromType" = ${fromType}` : empty}
          ${hasFile === undefined ? empty : hasFile ? sql` and ${files}` : sql` and not ${files}`}
          ${fromDate ? sql` and m."createdAt" >= ${fromDate}` : empty}
          ${toDate ? sql` and m."createdAt" <= ${toDate}` : empty}
          and parley_fold(m."text") like all (${folded(terms)}) offset 0) n
      order by n."id" desc limit ${take})
    select m.* from wanted w join messages m on m."companyId" = ${companyId} and m."id" = w."id" order by m."id" desc`),
  );
  return { messages, reached: messages.length < take ? null : (messages.at(-1)?.id ?? null) };
}
