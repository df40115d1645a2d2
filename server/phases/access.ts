import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { row, rows, sql } from "#server/db/sql.ts";

export type PhaseRow = {
  companyId: string;
  id: string;
  name: string;
  order: number;
  type: "progress" | "success" | "lost";
  agingDays: number;
  staleDays: number;
};

const columns = sql`"companyId", "id", "name", "order", "type", "agingDays", "staleDays"`;

/** All phases of the actor's company, by order. */
export function phasesOf(actor: Actor): Promise<PhaseRow[]> {
  return rows<PhaseRow>(sql`
    select ${columns} from phases
    where "companyId" = ${actor.companyId} order by "order", "id"`);
}

/** One phase of the actor's company; not_found otherwise. */
export async function readablePhase(actor: Actor, id: string): Promise<PhaseRow> {
  const found = isId(id)
    ? await row<PhaseRow>(sql`
        select ${columns} from phases
        where "companyId" = ${actor.companyId} and "id" = ${id}`)
    : undefined;
  if (!found) throw notFound("phase");
  return found;
}

/** Where a new conversation enters the pipeline: the first phase of type progress (E2). */
export async function entryPhase(actor: Actor): Promise<PhaseRow> {
  const found = await row<PhaseRow>(sql`
    select ${columns} from phases
    where "companyId" = ${actor.companyId} and "type" = 'progress' order by "order", "id" limit 1`);
  if (!found) throw new Error("a company always has a progress phase");
  return found;
}
