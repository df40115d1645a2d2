import { AppError } from "#server/core/errors.ts";
import { systemPool } from "#server/db/system.ts";
import { type CreatedCompany, createCompany, type NewCompany } from "./creating.ts";

/** Two browsers in the wizard at once take turns. */
const firstRunLock = 7_275_395;
let known = false;

/** Whether the installation has a company; once it has one it stays so. */
export async function hasCompany(): Promise<boolean> {
  if (known) return true;
  const { rowCount } = await systemPool().query("select 1 from companies limit 1");
  known = (rowCount ?? 0) > 0;
  return known;
}

/** The first company of an empty installation, made by whoever opens it first; refused for ever afterwards. */
export async function createFirstCompany(company: NewCompany): Promise<CreatedCompany> {
  const client = await systemPool().connect();
  try {
    await client.query("BEGIN");
    await client.query("select pg_advisory_xact_lock($1)", [firstRunLock]);
    const { rowCount } = await client.query("select 1 from companies limit 1");
    if (rowCount) throw new AppError("forbidden", { message: "Parley has been set up already. Sign in instead." });
    return await createCompany(company);
  } finally {
    await client.query("ROLLBACK").catch(() => undefined);
    client.release();
  }
}
