// SQL because rows of conversations are read and written whole, as ConversationChange does.
import { row as firstRow, json, sql } from "#server/db/sql.ts";
import type { ConversationRow } from "../row.ts";

export type Clocks = Pick<ConversationRow, "slaPolicyId" | "sla" | "slaDueAt" | "slaNextAt">;

/** Writes the clocks of a locked row that has been saved already: its version stays. */
export async function storeClocks(of: ConversationRow, clocks: Clocks): Promise<ConversationRow> {
  const saved = await firstRow<ConversationRow>(sql`
    update conversations set "slaPolicyId" = ${clocks.slaPolicyId}::uuid, "sla" = ${json(clocks.sla)},
      "slaDueAt" = ${clocks.slaDueAt}, "slaNextAt" = ${clocks.slaNextAt}
    where "companyId" = ${of.companyId} and "id" = ${of.id} returning *`);
  return saved ?? of;
}
