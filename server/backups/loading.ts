import { finished } from "node:stream/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { AppError } from "#server/base/errors.ts";
import type { ArchiveReader, Entry } from "./archive.ts";
import { type Manifest, partName } from "./manifest.ts";
import { Progress } from "./progress.ts";
import { columnsOf, listForced, listForeignKeys, listTables, quoted, tableOf } from "./tables.ts";

const plain = promisify(gunzip);

type Loaded = Manifest["tables"][number];

/**
 * All rows in the transaction that is open, as they were: triggers stand still, because what they would write is in the
 * backup too, and foreign keys come back, and are checked, when all rows are there; then it commits. Answers how many
 * rows there are.
 */
export async function loadTables(client: pg.ClientBase, archive: ArchiveReader, manifest: Manifest): Promise<number> {
  const tables = await matching(client, manifest.tables);
  const forced = await listForced(client);
  const keys = await listForeignKeys(client);
  const isForced = ({ schema, name }: Loaded) => forced.has(`${schema}.${name}`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of tables) {
    await client.query(`alter table ${tableOf(table)} disable trigger user`);
    if (isForced(table)) await client.query(`alter table ${tableOf(table)} no force row level security`);
  }
  if (tables.length > 0) await client.query(`truncate ${tables.map(tableOf).join(", ")}`);
  const rows = await copyAll(client, archive, tables);
  for (const { schema, name, last, called } of manifest.sequences)
    await client.query("select setval($1::regclass, $2, $3)", [quoted(schema, name), last, called]);
  for (const table of tables) {
    await client.query(`alter table ${tableOf(table)} enable trigger user`);
    if (isForced(table)) await client.query(`alter table ${tableOf(table)} force row level security`);
  }
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  await client.query("commit");
  return rows;
}

/** The tables of the backup, each with the columns that the schema of that time has. */
async function matching(client: pg.ClientBase, given: readonly Loaded[]): Promise<readonly Loaded[]> {
  const there = new Map((await listTables(client)).map((table) => [tableOf(table), table.columns]));
  for (const table of given) {
    const columns = there.get(tableOf(table)) ?? [];
    const same = columns.length === table.columns.length && table.columns.every((one) => columns.includes(one));
    if (!same)
      throw new AppError("conflict", { message: `The table ${table.name} of the backup has other columns than here.` });
  }
  return given;
}

/** Writes the parts of one table into a copy that waits for them; answers how many rows came. */
export async function copyIn(
  client: pg.ClientBase,
  text: string,
  parts: readonly (Entry | undefined)[],
  archive: ArchiveReader,
): Promise<number> {
  // Before the copy begins: nothing else can be asked of the connection until it ends.
  const present = parts.filter((entry) => entry !== undefined);
  if (present.length < parts.length)
    throw new AppError("validation_error", { message: "A part of a table is missing." });
  const stream = client.query(copyFrom(text));
  const done = finished(stream);
  // It is awaited below; until then a failure must not end the process.
  done.catch(() => undefined);
  for (const entry of present) {
    const content = await plain(await archive.read(entry));
    // The error comes to the stream's end, told by `done`.
    await Promise.race([new Promise((resolve) => stream.write(content, resolve)), done]);
  }
  stream.end();
  await done;
  return stream.rowCount ?? 0;
}

async function copyAll(client: pg.ClientBase, archive: ArchiveReader, tables: readonly Loaded[]): Promise<number> {
  const progress = new Progress("restoring tables");
  const entries = new Map(archive.entries.map((entry) => [entry.name, entry]));
  let rows = 0;
  for (const [index, table] of tables.entries()) {
    const parts = Array.from({ length: table.parts }, (_, part) => entries.get(partName(table, part + 1)));
    const text = `copy ${tableOf(table)} (${columnsOf(table)}) from stdin`;
    const came = await copyIn(client, text, parts, archive);
    if (came !== table.rows)
      throw new AppError("conflict", { message: `${table.name} got ${came} of ${table.rows} rows.` });
    rows += table.rows;
    progress.tell({ tables: `${index + 1}/${tables.length}`, rows });
  }
  return rows;
}
