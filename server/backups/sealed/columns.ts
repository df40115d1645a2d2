import { sealingNumber, unseal } from "#server/base/secrets.ts";
import { systemPool } from "#server/db/system.ts";
import { quoted } from "../tables.ts";

/** A column whose comment in the database says that it holds sealed texts, and the key of its table. */
export type SealedColumn = {
  table: string;
  column: string;
  /** JSON in which texts under secret-looking keys are sealed, marked so (server/integrations/secrecy.ts). */
  json: boolean;
  key: { name: string; type: string }[];
};

/** All columns that hold sealed texts: the migration that makes one says `COMMENT ON COLUMN ... IS 'sealed'`. */
export async function sealedColumns(): Promise<SealedColumn[]> {
  const { rows } = await systemPool().query<SealedColumn>(
    `select c.relname::text as "table", a.attname::text as "column", a.atttypid = 'jsonb'::regtype as "json",
       (select json_agg(json_build_object('name', k.attname, 'type', format_type(k.atttypid, null)) order by n."at")
        from pg_index i, unnest(i.indkey) with ordinality n("number", "at"), pg_attribute k
        where i.indrelid = c.oid and i.indisprimary and k.attrelid = c.oid and k.attnum = n."number") as "key"
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and col_description(a.attrelid, a.attnum) = 'sealed' order by 1, 2`,
  );
  return rows;
}

export const placeOf = ({ table }: SealedColumn): string => quoted("public", table);
export const nameOf = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** What may have to be sealed anew: a text that does not begin with the present number, JSON that has a sealed text. */
export function isEarlier({ column, json }: SealedColumn): string {
  const name = nameOf(column);
  if (json) return `${name}::text ~ '"sealed:(?!${sealingNumber()}\\.)'`;
  return `${name} <> '' and left(${name}, 7) <> '${sealingNumber()}.'`;
}

/** How many rows hold what the present secret has not sealed. */
export async function countEarlier(): Promise<number> {
  let count = 0;
  for (const column of await sealedColumns()) {
    const { rows } = await systemPool().query<{ count: number }>(
      `select count(*) as "count" from ${placeOf(column)} where ${isEarlier(column)}`,
    );
    count += rows[0]?.count ?? 0;
  }
  return count;
}

/** The tables whose first sealed text no secret opens that is set here. */
export async function findUnopened(): Promise<string[]> {
  const found = new Set<string>();
  for (const column of await sealedColumns()) {
    const name = nameOf(column.column);
    const sealed = column.json ? `substring(${name}::text from '"sealed:([^"]+)"')` : name;
    const keys = column.key.map((one) => nameOf(one.name)).join(", ");
    const { rows } = await systemPool().query<{ sealed: string }>(
      `select ${sealed} as "sealed" from ${placeOf(column)} where ${sealed} <> '' order by ${keys} limit 1`,
    );
    try {
      for (const row of rows) unseal(row.sealed);
    } catch {
      found.add(column.table);
    }
  }
  return [...found];
}
