import { seal, unseal } from "#server/base/secrets.ts";
import { renewedSandbox } from "#server/channels/simulator/accounts.ts";
import { secrets } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import { isEarlier, nameOf, placeOf, type SealedColumn, sealedColumns } from "./columns.ts";

/** Rows of one look; each is written by itself, so that a stop at any point loses nothing and the next run goes on. */
const slice = 200;

type Row = { key: string[]; value: string };
type Resealed = {
  /** Rows that the present secret has sealed anew. */
  resealed: number;
  /** Rows that no secret opens that is set here. */
  unreadable: number;
};

async function sliceOf(column: SealedColumn, after: readonly string[] | undefined): Promise<Row[]> {
  const keys = column.key.map(({ name }) => nameOf(name));
  const given = column.key.map(({ type }, index) => `$${index + 1}::${type}`);
  const { rows } = await systemPool().query<Row>(
    `select array[${keys.map((key) => `${key}::text`).join(", ")}] as "key", ${nameOf(column.column)}::text as "value"
     from ${placeOf(column)} where ${isEarlier(column)}
       ${after ? `and (${keys.join(", ")}) > (${given.join(", ")})` : ""}
     order by ${keys.join(", ")} limit ${slice}`,
    [...(after ?? [])],
  );
  return rows;
}

/** What is stored instead; undefined where it cannot be opened. */
function anew({ table, column, json }: SealedColumn, value: string): string | undefined {
  try {
    if (json) return value.replaceAll(/"sealed:([\w.-]+)"/g, (_, sealed: string) => `"sealed:${seal(unseal(sealed))}"`);
    const opened = unseal(value);
    // The simulator's own secrets come of ours: a sandbox channel gets those of the present one.
    return seal(table === "channels" && column === "credentials" ? renewedSandbox(opened) : opened);
  } catch {
    return undefined;
  }
}

/** Unless somebody has just written another value: theirs is of the present secret, or the next run finds it. */
async function write(column: SealedColumn, { key, value }: Row, sealed: string): Promise<boolean> {
  const name = nameOf(column.column);
  const where = column.key.map(({ name: part, type }, index) => `${nameOf(part)} = $${index + 3}::${type}`);
  const cast = column.json ? "::jsonb" : "::text";
  const { rowCount } = await systemPool().query(
    `update ${placeOf(column)} set ${name} = $1${cast} where ${name} = $2${cast} and ${where.join(" and ")}`,
    [sealed, value, ...key],
  );
  return rowCount === 1;
}

/** Seals everything with the present secret that a previous one has sealed. Others may work meanwhile. */
export async function resealAll(tell: (done: number) => void): Promise<Resealed> {
  const total = { resealed: 0, unreadable: 0 };
  for (const column of await sealedColumns()) {
    let after: string[] | undefined;
    for (;;) {
      const rows = await sliceOf(column, after);
      for (const row of rows) {
        const sealed = anew(column, row.value);
        if (sealed === undefined) total.unreadable += 1;
        else if (await write(column, row, sealed)) total.resealed += 1;
      }
      tell(total.resealed);
      after = rows.at(-1)?.key;
      if (rows.length < slice) break;
    }
  }
  return total;
}

const done = {
  unreadable:
    "were sealed with a secret that is not set: name it in NEXTAUTH_SECRET_PREVIOUS and run this again, or enter anew what they held.",
  previous:
    "Everything is sealed with NEXTAUTH_SECRET: NEXTAUTH_SECRET_PREVIOUS may go. Who has not signed in since the change signs in again then, and cursors of lists and keys of requests from before are no longer known.",
  alone:
    "Everything is sealed with the present secret. To change it, set a new one as NEXTAUTH_SECRET and the former as NEXTAUTH_SECRET_PREVIOUS, start all processes again, and run this.",
};

/** `secrets rotate`: what was done, and what the operator does next. */
export async function rotateSecrets(tell: (rows: number) => void): Promise<Resealed & { says: string }> {
  const { resealed, unreadable } = await resealAll(tell);
  const says =
    unreadable > 0 ? `${unreadable} rows ${done.unreadable}` : secrets().length > 1 ? done.previous : done.alone;
  return { resealed, unreadable, says };
}
