import { systemPool } from "#server/db/system.ts";

/**
 * Whose turn it is in a list: 0, 1, 2 ... Counted in a transaction of its own, because a counter held until the turn's
 * end would make new contacts of a channel wait for each other. A turn that is rolled back skips one person.
 */
export async function nextPlace(companyId: string, list: string): Promise<number> {
  const { rows } = await systemPool().query<{ position: number }>({
    name: "next_place",
    text: `insert into assignment_rotations as r ("companyId", "list", "position") values ($1, $2, 0)
      on conflict ("companyId", "list") do update set "position" = (r."position" + 1) % 1000000000 returning "position"`,
    values: [companyId, list],
  });
  return rows[0]?.position ?? 0;
}
