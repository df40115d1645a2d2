// SQL because files lie beside one another, whatever company they are of.
import { systemPool } from "#server/db/system.ts";
import { filesLock } from "../sweeping.ts";

/** A name of the database that no copy of it has. */
export async function databaseName(): Promise<string> {
  const text = `select c.system_identifier || '/' || d.oid as "name"
    from pg_control_system() c, pg_database d where d.datname = current_database()`;
  const { rows } = await systemPool().query<{ name: string }>(text);
  const [found] = rows;
  if (!found) throw new Error("the database has no name");
  return found.name;
}

/** Has `remove` take away those of the keys that no row names; none while a backup is being taken. */
export async function removeUnnamed(keys: readonly string[], remove: (key: string) => Promise<void>): Promise<number> {
  const client = await systemPool().connect();
  let fault: unknown;
  try {
    await client.query("begin");
    const { rows: locks } = await client.query<{ got: boolean }>(
      `select pg_try_advisory_xact_lock_shared($1::bigint) as "got"`,
      [filesLock],
    );
    const unnamed = locks[0]?.got
      ? await client.query<{ key: string }>({ name: "uploads_unnamed", text: find, values: [keys] })
      : undefined;
    for (const { key } of unnamed?.rows ?? []) await remove(key);
    await client.query("commit");
    return unnamed?.rows.length ?? 0;
  } catch (error) {
    fault = error;
    throw error;
  } finally {
    // A connection with a transaction half done is of no further use.
    client.release(fault !== undefined);
  }
}

const find = `select k."key" from unnest($1::text[]) as k("key") where not exists (select from uploads u where u."key" = k."key")`;
