// SQL because the database judges from some messages how often something is said.
import { row, sql } from "#server/db/sql.ts";
import { type ListFilters, textSought } from "./filtering.sql.ts";

/** From this share of the messages on, a page is full before many conversations were looked at. */
const enough = 0.25;

/**
 * The filters as a page follows them: what many conversations say is not found in all of them before, but looked for in
 * one after the other until the page is full.
 */
export async function asPaged<Filters extends ListFilters>(filters: Filters): Promise<Filters> {
  const sought = textSought(filters);
  if (sought === null) return filters;
  const found = await row<{ often: boolean }>(sql`
    select parley_share_saying(parley_fold(${sought}::text)) > ${enough}::real as "often"`);
  return found?.often ? { ...filters, often: true } : filters;
}
