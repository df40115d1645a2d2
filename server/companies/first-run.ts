import type pg from "pg";
import { AppError } from "#server/base/errors.ts";
import { systemPool } from "#server/db/system.ts";
import { type CreatedCompany, createCompany, type NewCompany } from "./creating.ts";

const firstRunLock = 7_275_395;
let known = false;
let running = false;

/** Whether the installation has a company; once it has one it stays so. */
export async function hasCompany(): Promise<boolean> {
  if (known) return true;
  const { rowCount } = await systemPool().query("select 1 from companies limit 1");
  known = (rowCount ?? 0) > 0;
  return known;
}

/** The same on a connection of one's own, which sees all companies. */
export async function anyCompany(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query("select 1 from companies limit 1");
  return (rowCount ?? 0) > 0;
}

export function alreadySetUp(): AppError {
  return new AppError("conflict", { message: "Parley has been set up already. Sign in instead." });
}

/** The first company of an empty installation. Of many who ask at once one wins; the others are refused at once. */
export async function createFirstCompany(company: NewCompany): Promise<CreatedCompany> {
  if (running) throw beingSetUp();
  running = true;
  try {
    return await createAlone(company);
  } finally {
    running = false;
  }
}

function beingSetUp(): AppError {
  return new AppError("conflict", { message: "Someone else is setting up Parley right now." });
}

/** Alone among the instances too. */
async function createAlone(company: NewCompany): Promise<CreatedCompany> {
  const client = await systemPool().connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_xact_lock($1) as got", [
      firstRunLock,
    ]);
    if (!rows[0]?.got) throw beingSetUp();
    if (await anyCompany(client)) throw alreadySetUp();
    return await createCompany(company);
  } finally {
    await client.query("ROLLBACK").catch((error: Error) => {
      broken = error;
    });
    client.release(broken);
  }
}
