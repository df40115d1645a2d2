import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { row, rows, sql } from "#server/db/sql.ts";

export type IntegrationRow = {
  id: string;
  name: string;
  type: "webhook" | "email" | "analytics" | "sheets" | "crm";
  enabled: boolean;
  config: Record<string, unknown>;
};

const columns = sql`"id", "name", "type", "enabled", "config"`;

/** The company's integrations, in the order they were made. */
export function integrationsOf(actor: Actor): Promise<IntegrationRow[]> {
  return rows<IntegrationRow>(sql`
    select ${columns} from integrations where "companyId" = ${actor.companyId} order by "createdAt", "id"`);
}

export async function readableIntegration(actor: Actor, id: string): Promise<IntegrationRow> {
  const found = isId(id)
    ? await row<IntegrationRow>(sql`
        select ${columns} from integrations where "companyId" = ${actor.companyId} and "id" = ${id}`)
    : undefined;
  if (!found) throw notFound("integration");
  return found;
}

/** The same, held until the end of the transaction. */
export async function lockIntegration(actor: Actor, id: string): Promise<IntegrationRow> {
  const found = isId(id)
    ? await row<IntegrationRow>(sql`
        select ${columns} from integrations where "companyId" = ${actor.companyId} and "id" = ${id} for update`)
    : undefined;
  if (!found) throw notFound("integration");
  return found;
}
