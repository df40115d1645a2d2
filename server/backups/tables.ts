import type pg from "pg";
import type { Manifest, Table } from "./manifest.ts";

// The catalogue's own words for what a backup holds. It knows no table by name but the two that migrations keep.

const schemas = ["public", "graphile_worker"];
/** Written by the migrations themselves when the schema is made. */
const kept = ["public._prisma_migrations", "graphile_worker.migrations"];

/** How a connection writes and reads values: the same everywhere. No statement of a backup is short. */
export const settings =
  "-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1 -c bytea_output=hex " +
  "-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=60000";

const isKept = `(n."nspname" || '.' || c."relname") = any($2::text[])`;

export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n."nspname" as "schema", c."relname" as "name",
       (select array_agg(a."attname"::text order by a."attnum") from pg_attribute a
        where a."attrelid" = c."oid" and a."attnum" > 0 and not a."attisdropped" and a."attgenerated" = '') as "columns"
     from pg_class c join pg_namespace n on n."oid" = c."relnamespace"
     where n."nspname" = any($1::text[]) and c."relkind" = 'r' and not ${isKept}
     order by 1, 2`,
    [schemas, kept],
  );
  return rows;
}

export async function readSequences(client: pg.ClientBase): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n."nspname" as "schema", c."relname" as "name"
     from pg_class c join pg_namespace n on n."oid" = c."relnamespace"
     where n."nspname" = any($1::text[]) and c."relkind" = 'S' order by 1, 2`,
    [schemas],
  );
  const found: Manifest["sequences"] = [];
  for (const { schema, name } of rows) {
    const text = `select "last_value"::text as "last", "is_called" as "called" from ${quoted(schema, name)}`;
    const read = await client.query<{ last: string; called: boolean }>(text);
    for (const state of read.rows) found.push({ schema, name, ...state });
  }
  return found;
}

export async function readMigrationNames(client: pg.ClientBase): Promise<string[]> {
  const there = await client.query<{ found: boolean }>(
    `select to_regclass('public._prisma_migrations') is not null as "found"`,
  );
  if (!there.rows[0]?.found) return [];
  const { rows } = await client.query<{ name: string }>(
    `select "migration_name" as "name" from _prisma_migrations
     where "finished_at" is not null and "rolled_back_at" is null order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The version of the job runner's tables; null where it has none. */
export async function readJobsVersion(client: pg.ClientBase): Promise<number | null> {
  const there = await client.query<{ found: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as "found"`,
  );
  if (!there.rows[0]?.found) return null;
  const { rows } = await client.query<{ version: number }>(
    `select max("id")::int as "version" from graphile_worker.migrations`,
  );
  return rows[0]?.version ?? null;
}

type ForeignKey = { table: string; name: string; definition: string; deferrable: boolean };

export async function listForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select format('%I.%I', n."nspname", c."relname") as "table", quote_ident(k."conname") as "name",
       pg_get_constraintdef(k."oid") as "definition", k."condeferrable" as "deferrable"
     from pg_constraint k join pg_class c on c."oid" = k."conrelid" join pg_namespace n on n."oid" = c."relnamespace"
     where k."contype" = 'f' and k."conparentid" = 0 and n."nspname" = any($1::text[]) order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** Tables whose row level security holds even for their owner, as `schema.name`. */
export async function listForced(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select n."nspname" || '.' || c."relname" as "name"
     from pg_class c join pg_namespace n on n."oid" = c."relnamespace"
     where n."nspname" = any($1::text[]) and c."relkind" = 'r' and c."relforcerowsecurity"`,
    [schemas],
  );
  return new Set(rows.map(({ name }) => name));
}

const ident = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const quoted = (schema: string, name: string) => `${ident(schema)}.${ident(name)}`;

export const tableOf = ({ schema, name }: Pick<Table, "schema" | "name">) => quoted(schema, name);

export const columnsOf = ({ columns }: Pick<Table, "columns">) => columns.map(ident).join(", ");
