// SQL because it is asked for each turn of a bot.
import type { Company } from "#server/db/generated/client.ts";
import { row, sql } from "#server/db/sql.ts";

export function findSettings(companyId: string) {
  return row<Pick<Company, "settings">>(sql`select "settings" from companies where "id" = ${companyId}`);
}
