import type pg from "pg";
import { listForced, listForeignKeys, tableOf } from "../tables.ts";

/**
 * Lets rows of these tables of `public` come and go in any order until the transaction ends; answers what puts all back
 * as it was.
 */
export async function loosen(client: pg.Client, tables: readonly { name: string }[]): Promise<string[]> {
  const forced = await listForced(client);
  const restore: string[] = [];
  const change = async (now: string, later: string) => {
    await client.query(now);
    restore.push(later);
  };
  for (const { name } of tables) {
    const place = tableOf({ schema: "public", name });
    await change(`alter table ${place} disable trigger user`, `alter table ${place} enable trigger user`);
    if (forced.has(`public.${name}`))
      await change(`alter table ${place} no force row level security`, `alter table ${place} force row level security`);
  }
  for (const { table, name, deferrable } of await listForeignKeys(client)) {
    if (deferrable || !table.startsWith("public.")) continue;
    const alter = `alter table ${table} alter constraint ${name}`;
    await change(`${alter} deferrable initially deferred`, `${alter} not deferrable`);
  }
  return restore;
}
