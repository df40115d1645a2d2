import { createHash } from "node:crypto";
import type { Prisma } from "./generated/client.ts";
import { currentClient, quickReads, tenantPool } from "./pool.ts";

/** A row of a model as statements of this file read it: int8 and numeric come as numbers. */
export type Read<Row> = { [Column in keyof Row]: AsNumber<Row[Column]> };

/** A row of the right side of a left join: where nothing matches, all of it is null. */
export type Joined<Row> = Row | { [Column in keyof Row]: null };

type AsNumber<Value> = Value extends bigint | Prisma.Decimal ? number : Value;

/** A piece of SQL with its parameters; pieces nest. */
export type Sql = {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  readonly anew?: true;
  readonly quick?: true;
};

/** `sql\`select 1 where a = ${value} and ${anotherSql}\``: values become parameters, pieces are spliced in. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  return { strings, values };
}

/** Text that is part of the statement itself: never from input. */
export function raw(text: string): Sql {
  return { strings: [text], values: [] };
}

export const empty: Sql = raw("");

/** Columns of a table by their names, from which the row's type comes too: `Pick<User, (typeof names)[number]>`. */
export function columns(names: readonly string[], table: string): Sql {
  return raw(names.map((name) => `${table}."${name}"`).join(", "));
}

/** Pieces with a separator between: `join(conditions, " and ")`. */
export function join(pieces: readonly Sql[], separator: string): Sql {
  if (pieces.length === 0) return empty;
  return { strings: ["", ...pieces.slice(1).map(() => separator), ""], values: [...pieces] };
}

/** A statement whose best plan depends on its values (filters of a list): planned each time, for about 0.3 ms. */
export function plannedAnew(piece: Sql): Sql {
  return { ...piece, anew: true };
}

/** A read of few rows by their keys: outside of a transaction it shares a connection with others (pipeline.ts). */
export function quick(piece: Sql): Sql {
  return { ...piece, quick: true };
}

function isSql(value: unknown): value is Sql {
  return typeof value === "object" && value !== null && "strings" in value && "values" in value;
}

function write(piece: Sql, parts: string[], values: unknown[]): void {
  piece.strings.forEach((text, index) => {
    parts.push(text);
    if (index >= piece.values.length) return;
    const value = piece.values[index];
    if (isSql(value)) write(value, parts, values);
    else {
      values.push(value);
      parts.push(`$${values.length}`);
    }
  });
}

/** Statement text with $1.. and its values. */
export function compile(piece: Sql): { text: string; values: unknown[] } {
  const parts: string[] = [];
  const values: unknown[] = [];
  write(piece, parts, values);
  return { text: parts.join(""), values };
}

const names = new Map<string, string>();

/** Named statements are planned once per connection; the number of names is bounded. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= 500) return undefined;
  const name = `p_${createHash("sha1").update(text).digest("base64url").slice(0, 16)}`;
  names.set(text, name);
  return name;
}

function connection() {
  return currentClient() ?? tenantPool();
}

/** All rows, in the current company's scope and transaction. */
export async function rows<Row extends object>(piece: Sql): Promise<Row[]> {
  const { text, values } = compile(piece);
  const name = piece.anew ? undefined : statementName(text);
  const client = currentClient();
  if (piece.quick && name && !client) return (await quickReads<Row>({ name, text, values })).rows;
  const result = await (client ?? tenantPool()).query<Row>(name ? { name, text, values } : { text, values });
  return result.rows;
}

/** The first row, if any. */
export async function row<Row extends object>(piece: Sql): Promise<Row | undefined> {
  return (await rows<Row>(piece))[0];
}

/** Runs a write and returns how many rows it touched. */
export async function execute(piece: Sql): Promise<number> {
  const { text, values } = compile(piece);
  const name = statementName(text);
  const result = await connection().query(name ? { name, text, values } : { text, values });
  return result.rowCount ?? 0;
}

/** A value for a json/jsonb column (pg would turn arrays into PostgreSQL arrays). */
export function json(value: unknown): string {
  return JSON.stringify(value);
}

/** Escapes `%`, `_` and `\` so that a search text is literal inside LIKE; their wide forms too, which folding makes these. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_％＿＼﹪﹨]/g, (char) => `\\${char}`);
}
