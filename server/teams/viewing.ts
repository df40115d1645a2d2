import type { z } from "zod";
import type { TeamRow } from "./access.sql.ts";
import type { teamSchema } from "./schema.ts";

/** The Team resource. */
export function viewTeam({ companyId: _company, sortKey: _sort, ...team }: TeamRow): z.input<typeof teamSchema> {
  return team;
}
