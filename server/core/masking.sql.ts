// SQL because names are asked for what is hidden in them where they are found.
import { type Sql, sql } from "#server/db/sql.ts";
import { hiddenFields } from "./masking.ts";

/**
 * What must hold of names that a text with digits finds while numbers are hidden: they hold none. Few digits are looked
 * for at a time (`maySearch`), and one after the other would tell the whole. null: nothing.
 */
export function withoutNumbers(text: string, name: Sql): Sql | null {
  if (!hiddenFields().includes("phone") || !/\p{Nd}/u.test(text)) return null;
  return sql`length(regexp_replace(${name}, '\\D', '', 'g')) < 7`;
}
