import pg from "pg";
import { log } from "#server/base/log.ts";
import { listTables, settings, tableOf } from "../tables.ts";
import { loosen } from "./loosening.ts";

/** Takes every row of a company that nobody has used yet out of the database, in one transaction. `url` is its owner's. */
export async function removeCompany(url: string, companyId: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "parley removal", options: settings });
  client.on("error", (error) => log.warn({ error }, "the connection of the removal failed"));
  await client.connect();
  try {
    await client.query("begin");
    const tables = (await listTables(client)).filter(({ schema }) => schema === "public");
    const own = tables.filter(({ name, columns }) => name === "companies" || columns.includes("companyId"));
    const restore = await loosen(client, own);
    for (const table of own) {
      const key = table.name === "companies" ? "id" : "companyId";
      await client.query(`delete from ${tableOf(table)} where "${key}" = $1`, [companyId]);
    }
    await client.query("set constraints all immediate");
    for (const text of restore) await client.query(text);
    await client.query("commit");
  } finally {
    await client.end();
  }
}
