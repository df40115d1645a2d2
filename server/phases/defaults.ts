import { newId } from "#server/base/ids.ts";
import { execute, json, sql } from "#server/db/sql.ts";
import { usualAges } from "./choices.ts";
import type { Phase } from "./schema.ts";

/**
 * The pipeline a company begins with (L1), in the open scope and transaction; answers the ids in order. The names are
 * those of the contract whatever the language: people rename them.
 */
export async function insertDefaultPhases(companyId: string, at: Date): Promise<string[]> {
  const pipeline: Pick<Phase, "name" | "type">[] = [
    { name: "New", type: "progress" },
    { name: "In progress", type: "progress" },
    { name: "Won", type: "success" },
    { name: "Lost", type: "lost" },
  ];
  const phases = pipeline.map((phase, order) => ({ ...phase, ...usualAges(phase.type), id: newId(), order }));
  await execute(sql`
    insert into phases ("companyId", "id", "name", "order", "type", "agingDays", "staleDays", "createdAt", "updatedAt")
    select ${companyId}::uuid, p."id", p."name", p."order", p."type", p."agingDays", p."staleDays", ${at}::timestamptz,
      ${at}::timestamptz
    from jsonb_to_recordset(${json(phases)}::jsonb)
      as p("id" uuid, "name" text, "order" int, "type" text, "agingDays" int, "staleDays" int)`);
  return phases.map(({ id }) => id);
}
