import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { empty, row, rows, sql } from "#server/db/sql.ts";
import type { TriggerActions, TriggerConditions } from "./schema.ts";

/** A row of `triggers`. */
export type TriggerRow = {
  id: string;
  name: string;
  type: string;
  enabled: boolean;
  order: number;
  conditions: TriggerConditions;
  actions: TriggerActions;
};

const columns = sql`t."id", t."name", t."type", t."enabled", t."order", t."conditions", t."actions"`;

/** All triggers of the actor's company, in their order. */
export function triggersOf(actor: Actor): Promise<TriggerRow[]> {
  return rows<TriggerRow>(sql`
    select ${columns} from triggers t where t."companyId" = ${actor.companyId} order by t."order", t."id"`);
}

/** Those that a visitor's message is tried against. */
export function enabledTriggers(actor: Actor): Promise<TriggerRow[]> {
  return rows<TriggerRow>(sql`
    select ${columns} from triggers t where t."companyId" = ${actor.companyId} and t."enabled" and t."type" = 'message'
    order by t."order", t."id"`);
}

/** One trigger of the actor's company; not_found otherwise. */
export async function readableTrigger(actor: Actor, id: string, lock = false): Promise<TriggerRow> {
  const found = isId(id)
    ? await row<TriggerRow>(sql`
        select ${columns} from triggers t where t."companyId" = ${actor.companyId} and t."id" = ${id}
        ${lock ? sql`for update` : empty}`)
    : undefined;
  if (!found) throw notFound("trigger");
  return found;
}
