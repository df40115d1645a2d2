import { newId } from "#server/core/ids.ts";
import { execute, json, sql } from "#server/db/sql.ts";

/**
 * The pipeline a company begins with (L1), in the open scope and transaction; answers the ids in order. The names are
 * those of the contract whatever the language: people rename them.
 */
export async function insertDefaultPhases(companyId: string, at: Date): Promise<string[]> {
  const phases = [
    { name: "New", type: "progress" },
    { name: "In progress", type: "progress" },
    { name: "Won", type: "success" },
    { name: "Lost", type: "lost" },
  ].map((phase, order) => ({ ...phase, id: newId(), order }));
  await execute(sql`
    insert into phases ("companyId", "id", "name", "order", "type", "createdAt", "updatedAt")
    select ${companyId}::uuid, p."id", p."name", p."order", p."type", ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${json(phases)}::jsonb) as p("id" uuid, "name" text, "order" int, "type" text)`);
  return phases.map(({ id }) => id);
}
