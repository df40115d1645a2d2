import type pg from "pg";

/** The keys of all files that rows name, of all companies, as this connection's snapshot has them. */
export async function readFileKeys(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(`select "key" from uploads order by "key"`);
  return rows.map(({ key }) => key);
}

/** The same of one company. */
export async function readCompanyFileKeys(client: pg.ClientBase, companyId: string): Promise<string[]> {
  const text = `select "key" from uploads where "companyId" = $1 order by "key"`;
  const { rows } = await client.query<{ key: string }>(text, [companyId]);
  return rows.map(({ key }) => key);
}
