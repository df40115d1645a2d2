// SQL because places are written in one statement, phases are locked, and a probe of an index must not be ordered.
import type { Phase } from "#server/db/generated/client.ts";
import { execute, json, row, sql } from "#server/db/sql.ts";

export async function writePlaces(companyId: string, phases: readonly Pick<Phase, "id" | "order">[], now: Date) {
  await execute(sql`
    update phases p set "order" = n."order", "updatedAt" = ${now}
    from jsonb_to_recordset(${json(phases)}::jsonb) as n("id" uuid, "order" int)
    where p."companyId" = ${companyId} and p."id" = n."id"`);
}

/** Waits for those who are moving into it, and keeps others out. */
export async function lockPhase({ companyId, id }: Pick<Phase, "companyId" | "id">): Promise<void> {
  await execute(sql`select 1 from phases where "companyId" = ${companyId} and "id" = ${id} for update`);
}

/** One phase, kept from being deleted; undefined also where it was seen and is gone meanwhile. */
export function keepPhase({ companyId, id }: Pick<Phase, "companyId" | "id">): Promise<Phase | undefined> {
  return row<Phase>(sql`select * from phases where "companyId" = ${companyId} and "id" = ${id} for key share`);
}

/** The first progress phase, kept from being deleted; undefined also where all that were seen are gone meanwhile. */
export function lockEntry(companyId: string): Promise<Phase | undefined> {
  return row<Phase>(sql`
    select * from phases where "companyId" = ${companyId} and "type" = 'progress' order by "order", "id" limit 1
    for key share`);
}

/** Whether any conversation, also a closed one, stands in the phase. */
export async function isUsed({ companyId, id }: Pick<Phase, "companyId" | "id">): Promise<boolean> {
  const used = await row(sql`
    select 1 from conversation_activity where "companyId" = ${companyId} and "phaseId" = ${id} limit 1`);
  return used !== undefined;
}
