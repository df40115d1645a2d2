import path from "node:path";
import { parseArgs } from "node:util";
import { exportCompany } from "#server/backups/company/exporting.ts";
import { importCompany } from "#server/backups/company/importing.ts";
import { Progress } from "#server/backups/progress.ts";
import { restoreBackup } from "#server/backups/restoring.ts";
import { rotateSecrets } from "#server/backups/sealed/resealing.ts";
import { takeBackup } from "#server/backups/taking.ts";
import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { companyLocales } from "#server/companies/choices.ts";
import { createCompany } from "#server/companies/creating.ts";
import { env } from "#server/config/env.ts";
import { StartFault } from "#server/config/start-fault.ts";
import { systemActor } from "#server/core/actor.ts";
import { emailKey } from "#server/core/email.ts";
import { isPermission, permissionNames, roles } from "#server/core/permissions.ts";
import { mapDatabaseError } from "#server/db/errors.ts";
import type { User } from "#server/db/generated/client.ts";
import { locateDatabase, openDatabase } from "#server/db/opening.ts";
import { systemPool, systemUrl } from "#server/db/system.ts";
import { checkUpgrade, diagnose } from "#server/health/doctor.ts";
import { prepareJobsWithin } from "#server/jobs/preparing.ts";
import { connectListeners } from "#server/listeners.ts";
import { recompute } from "#server/reports/recomputing.ts";
import { createToken } from "#server/tokens/creating.ts";
import { moveFiles } from "#server/uploads/moving.ts";
import { readFileKeys } from "#server/uploads/naming.ts";
import { files, localFiles } from "#server/uploads/storage.ts";
import { rightsOf } from "#server/users/access.ts";
import { createUser } from "#server/users/creating.ts";
import { updateUser } from "#server/users/editing.ts";

/** npm run --silent admin -- COMMAND: one JSON line on the output, also for what went wrong (then with exit code 1). */

type Given = Readonly<Record<string, string | undefined>>;
type Command = {
  needs: readonly string[];
  takes: readonly string[];
  /** It only looks: the database is not brought up to date before. */
  looks?: true;
  /** It opens the database itself, once it knows that it may. */
  closed?: true;
  /** Stands after the command by itself: `backup FILE`. */
  word?: string;
  /** Is said or not: `--force`. */
  flags?: readonly string[];
  run: (given: Given) => Promise<unknown>;
};
type Person = Pick<User, "companyId" | "id" | "name" | "role" | "roleId"> & { settings: Record<string, unknown> };

function choice<T extends string>(value: string | undefined, name: string, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((one) => one === value);
  if (found) return found;
  throw new AppError("validation_error", { message: `--${name} is one of ${allowed.join(", ")}.` });
}

async function companyId({ company = "" }: Given): Promise<string> {
  const known = isId(company)
    ? (await systemPool().query(`select 1 from companies where "id" = $1`, [company])).rowCount
    : 0;
  if (!known) throw notFound("company");
  return company;
}

/** The user that is named by --email or --user, else the company's first active administrator. */
async function person(given: Given): Promise<Person> {
  const { email, user } = given;
  const { rows } = await systemPool().query<Person>(
    `select u."companyId", u."id", u."name", u."role", u."roleId", c."settings"
     from users u join companies c on c."id" = u."companyId"
     where u."companyId" = $1 and ($2::text is null or u."email" = $2) and ($3::text is null or u."id"::text = $3)
       and (coalesce($2, $3) is not null or (u."active" and u."role" = 'admin'))
     order by u."createdAt", u."id" limit 1`,
    [await companyId(given), email === undefined ? null : emailKey(email), user ?? null],
  );
  const [found] = rows;
  if (!found) throw notFound("user");
  return found;
}

async function listCompanies() {
  const { rows } = await systemPool().query(
    `select c."id", c."name", c."email", c."planId", c."statuses", c."createdAt",
       (select count(*) from users u where u."companyId" = c."id" and u."active") as "activeUsers"
     from companies c order by c."id"`,
  );
  return rows;
}

async function makeCompany(given: Given) {
  const { name = "", email, plan } = given;
  connectListeners();
  const locale = choice(given.locale, "locale", companyLocales);
  const country = given.country;
  const timeZone = given["time-zone"];
  const created = await createCompany({
    name,
    ...(email === undefined ? {} : { email }),
    ...(plan === undefined ? {} : { planId: plan }),
    settings: { ...(locale ? { locale } : {}), ...(country ? { country } : {}), ...(timeZone ? { timeZone } : {}) },
    admin: {
      name: given["admin-name"] ?? "Administrator",
      email: given["admin-email"] ?? "",
      password: given["admin-password"] ?? "",
    },
  });
  return { id: created.companyId, name, ...created };
}

async function makeToken(given: Given) {
  const owner = await person(given);
  const permissions = (given.permissions ?? "").split(",").map((one) => one.trim());
  const unknown = permissions.filter((one) => !isPermission(one));
  if (unknown.length > 0) {
    throw new AppError("validation_error", {
      message: `Not a permission: ${unknown.join(", ") || "(empty)"}. These are: ${permissionNames.join(", ")}.`,
    });
  }
  const actor = {
    ...systemActor(owner.companyId),
    type: "user" as const,
    id: owner.id,
    userId: owner.id,
    name: owner.name,
    ...(await rightsOf(owner, owner.settings)),
  };
  const { companyId } = owner;
  const token = { name: given.name ?? "", permissions, expiresAt: given.expires ?? null };
  return { companyId, ...(await createToken.execute(actor, token)) };
}

async function makeUser(given: Given) {
  const { name = "", email = "", password } = given;
  const role = choice(given.role, "role", roles) ?? "agent";
  const user = { name, email, role, ...(password === undefined ? {} : { password }) };
  return createUser.execute(systemActor(await companyId(given)), user);
}

async function recomputeReports(given: Given) {
  return recompute(await companyId(given));
}

async function setPassword(given: Given) {
  if (given.email === undefined && given.user === undefined) {
    throw new AppError("validation_error", { message: "Name the user with --email or --user." });
  }
  const { companyId, id } = await person(given);
  return updateUser.execute(systemActor(companyId), { userId: id, password: given.password });
}

/** Exit code 1 where something has failed. */
async function examine() {
  const found = await diagnose();
  if (found.state === "failed") process.exitCode = 1;
  return found;
}

const fileOf = ({ file = "" }: Given) => path.resolve(file);

/** Exit code 1 where none of the files is in it: it looked in another store than the server's. */
async function backUp(given: Given) {
  const taken = await takeBackup(systemUrl(), fileOf(given));
  if (taken.missing > 0 && taken.files === 0) process.exitCode = 1;
  return taken;
}

function restore(given: Given) {
  return restoreBackup({
    file: fileOf(given),
    force: given.force === "true",
    open: locateDatabase,
    prepareJobs: prepareJobsWithin,
  });
}

async function takeCompany(given: Given) {
  return exportCompany(systemUrl(), await companyId(given), fileOf(given));
}

function bringCompany(given: Given) {
  return importCompany({ file: fileOf(given), open: locateDatabase });
}

async function moveStorage(given: Given) {
  const to = choice(given.to, "to", ["s3", "folder"]);
  if (!env.storage) throw new AppError("validation_error", { message: "Set STORAGE_URL: it names the other place." });
  const [there, here] = [files(), localFiles()];
  const client = await systemPool().connect();
  const keys = await readFileKeys(client).finally(() => client.release());
  const progress = new Progress("moving files");
  const tell = (done: number) => progress.tell({ files: `${done}/${keys.length}` });
  const [from, target] = to === "s3" ? [here, there] : [there, here];
  return moveFiles({ keys, from, to: target, remove: given.remove === "true", tell });
}

function rotate() {
  const progress = new Progress("sealing anew");
  return rotateSecrets((done) => progress.tell({ rows: done }));
}

const commands: Readonly<Record<string, Command>> = {
  "company list": { needs: [], takes: [], run: listCompanies },
  "company create": {
    needs: ["name", "admin-email", "admin-password"],
    takes: ["admin-name", "email", "plan", "locale", "country", "time-zone"],
    run: makeCompany,
  },
  "company export": { needs: ["company"], takes: [], word: "file", looks: true, run: takeCompany },
  "company import": { needs: [], takes: [], word: "file", closed: true, run: bringCompany },
  "token create": { needs: ["company", "permissions", "name"], takes: ["email", "user", "expires"], run: makeToken },
  "user create": { needs: ["company", "name", "email"], takes: ["role", "password"], run: makeUser },
  "reports recompute": { needs: ["company"], takes: [], run: recomputeReports },
  doctor: { needs: [], takes: [], looks: true, run: examine },
  "upgrade check": { needs: [], takes: [], looks: true, run: checkUpgrade },
  backup: { needs: [], takes: [], word: "file", looks: true, run: backUp },
  restore: { needs: [], takes: [], word: "file", flags: ["force"], closed: true, run: restore },
  "secrets rotate": { needs: [], takes: [], run: rotate },
  "storage move": { needs: ["to"], takes: [], flags: ["remove"], looks: true, run: moveStorage },
  "user set-password": { needs: ["company", "password"], takes: ["email", "user"], run: setPassword },
};

function usage(): string {
  const lines = Object.entries(commands).map(([name, { needs, takes, word, flags = [] }]) =>
    [
      ...[name, ...(word ? [word.toUpperCase()] : []), ...needs.map((one) => `--${one} …`)],
      ...[...takes.map((one) => `[--${one} …]`), ...flags.map((one) => `[--${one}]`)],
    ].join(" "),
  );
  return `Commands: ${lines.join("; ")}.`;
}

function read(args: string[]): { command: Command; given: Given } {
  // `upgrade --check` reads as people write it.
  if (args[0] === "upgrade" && args[1] === "--check") return read(["upgrade", "check", ...args.slice(2)]);
  const flag = args.findIndex((one) => one.startsWith("--"));
  const words = flag < 0 ? args : args.slice(0, flag);
  // `backup FILE`, `company export FILE`: the last word is none of the name.
  const shorter = words.slice(0, -1).join(" ");
  const worded = commands[shorter]?.word ?? commands[words.join(" ")]?.word;
  const name = commands[shorter]?.word ? shorter : words.join(" ");
  const command = commands[name];
  if (!command)
    throw new AppError("validation_error", { message: `${name ? `No command "${name}". ` : ""}${usage()}` });
  const names = [...command.needs, ...command.takes];
  const options = {
    ...Object.fromEntries(names.map((one) => [one, { type: "string" as const }])),
    ...Object.fromEntries((command.flags ?? []).map((one) => [one, { type: "boolean" as const }])),
  };
  try {
    const allowPositionals = worded !== undefined;
    const { values, positionals } = parseArgs({ args: args.slice(words.length), options, allowPositionals });
    // `restore FILE --force` or `restore --force FILE`.
    const [word, ...more] = [...(name === shorter ? words.slice(-1) : []), ...positionals];
    const missing = command.needs.filter((one) => values[one] === undefined);
    if (worded && (word === undefined || more.length > 0))
      throw new Error(`${name} takes one ${worded.toUpperCase()}.`);
    if (missing.length === 0) return { command, given: { ...said(values), ...(worded ? { [worded]: word } : {}) } };
    throw new Error(`Missing: ${missing.map((one) => `--${one}`).join(", ")}.`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new AppError("validation_error", { message });
  }
}

const said = (values: Record<string, unknown>): Given =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** Of the command line only: what the operator has to mend before anything runs. */
const startFault = "start_fault";

function explain(error: unknown): Record<string, unknown> {
  if (error instanceof StartFault) return { error: startFault, message: error.message };
  const known = mapDatabaseError(error);
  if (known instanceof AppError) {
    return { error: known.code, message: known.message, ...(known.details ? { details: known.details } : {}) };
  }
  log.error({ error }, "the command failed");
  return { error: "internal_error", message: error instanceof Error ? error.message : "The command failed." };
}

async function administer(args: string[]): Promise<unknown> {
  const { command, given } = read(args);
  if (command.closed) return command.run(given);
  const database = await openDatabase({ adopt: false, asItIs: command.looks === true });
  try {
    return await command.run(given);
  } finally {
    await database.close();
  }
}

const failed = (error: unknown) => {
  process.exitCode = 1;
  return explain(error);
};
process.stdout.write(`${JSON.stringify(await administer(process.argv.slice(2)).catch(failed))}\n`);
