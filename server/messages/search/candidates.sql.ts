// SQL because words are found by a function that is past row level security.
import type { Actor } from "#server/core/actor.ts";
import { empty, likeLiteral, rows, type Sql, sql } from "#server/db/sql.ts";
import type { MessageRow } from "../row.ts";
import type { SearchMessages } from "./schema.ts";

/** A message with all the words, and whether it is one of those asked for. */
export type Candidate = MessageRow & { matches: boolean };

function conditionsOf({ fromType, hasFile, fromDate, toDate }: SearchMessages): Sql {
  const files = sql`m."type" in ('image', 'audio', 'video', 'file')`;
  return sql`true${fromType ? sql` and m."fromType" = ${fromType}` : empty}
    ${hasFile === undefined ? empty : hasFile ? sql` and ${files}` : sql` and not ${files}`}
    ${fromDate ? sql` and m."createdAt" >= ${fromDate}` : empty}${toDate ? sql` and m."createdAt" <= ${toDate}` : empty}`;
}

/** The newest `take` messages of the company with all the words before an id, newest first. */
export function candidates(
  { companyId }: Actor,
  terms: readonly string[],
  input: SearchMessages,
  before: string,
  take: number,
): Promise<Candidate[]> {
  const patterns = terms.map((term) => `%${likeLiteral(term)}%`);
  return rows<Candidate>(sql`
    select m.*, (${conditionsOf(input)}) as "matches"
    from parley_find_messages(array(select parley_fold(p) from unnest(${patterns}::text[]) p), ${before}::uuid, ${take}) f(id)
    join messages m on m."companyId" = ${companyId} and m."id" = f.id
    order by m."id" desc`);
}
