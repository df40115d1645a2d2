import { newId } from "#server/base/ids.ts";
import { execute, json, sql } from "#server/db/sql.ts";

const defaults = [
  { type: "webhook", name: "Webhook" },
  { type: "email", name: "Email" },
  { type: "analytics", name: "Analytics" },
  { type: "sheets", name: "Spreadsheets" },
  { type: "crm", name: "CRM" },
];

/** One integration of each type, off, for a new company. */
export async function insertIntegrations(companyId: string, at: Date): Promise<void> {
  const records = defaults.map((one) => ({ ...one, id: newId() }));
  await execute(sql`
    insert into integrations ("companyId", "id", "name", "type", "createdAt", "updatedAt")
    select ${companyId}::uuid, d."id", d."name", d."type", ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${json(records)}::jsonb) as d("id" uuid, "name" text, "type" text)`);
}
