import { fork } from "node:child_process";
import path from "node:path";
import pg from "pg";
import { removeCompany } from "#server/backups/company/removing.ts";
import { log } from "#server/base/log.ts";
import { StartFault } from "#server/config/start-fault.ts";
import { systemPool } from "#server/db/system.ts";
import { type DemoSignIn, unfinishedName } from "../guarding.ts";

/** Instances that begin together make one demo. */
const makingLock = 7_275_399;
const program = path.join(import.meta.dirname, "../../demo-program.ts");

type Place = { url: string; ownerUrl: string };

/** What is there: nothing, a demo whose making was cut off, or something that is in use. */
async function present(): Promise<"nothing" | "in use" | { unfinished: string }> {
  const { rows } = await systemPool().query<{ id: string; name: string }>(
    `select "id", "name" from companies order by "id" limit 2`,
  );
  const [only, another] = rows;
  if (!only) return "nothing";
  return only.name === unfinishedName && !another ? { unfinished: only.id } : "in use";
}

/**
 * Fills an empty installation with a company that looks lived in. Answers how to sign in, or nothing where it was not
 * empty. A program of its own does it: the memory that this takes goes with that program. Cut off at any point, nothing
 * of it stays: its name says until the end that it is unfinished, and the next start begins anew.
 */
export async function ensureDemo(place: Place): Promise<DemoSignIn | undefined> {
  if ((await present()) === "in use") return undefined;
  const client = new pg.Client({ connectionString: place.ownerUrl, application_name: "parley demo" });
  client.on("error", (error) => log.warn({ error }, "the connection that holds the making of the demo failed"));
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [makingLock]);
    await removeUnfinished(place);
    return (await present()) === "nothing" ? await make(place) : undefined;
  } finally {
    await client.end();
  }
}

async function removeUnfinished({ ownerUrl }: Place): Promise<void> {
  const found = await present();
  if (typeof found === "string") return;
  log.warn("the making of the demo was cut off: what there is of it is removed");
  await removeCompany(ownerUrl, found.unfinished);
}

async function make(place: Place): Promise<DemoSignIn> {
  try {
    return await runProgram(place.url);
  } catch (error) {
    await removeUnfinished(place);
    const why = error instanceof Error ? error.message : String(error);
    throw new StartFault(`The demo could not be made (${why}), and nothing of it is left. DEMO=0 starts without it.`);
  }
}

/** What it logs goes where ours goes. It ends by itself; signals are this process's to answer. */
function runProgram(url: string): Promise<DemoSignIn> {
  return new Promise((resolve, reject) => {
    const child = fork(program, { execArgv: ["--disable-warning=ExperimentalWarning"] });
    let signIn: DemoSignIn | undefined;
    child.once("message", (answer) => {
      signIn = answer as DemoSignIn;
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (code === 0 && signIn) resolve(signIn);
      else reject(new Error(signal ? `its program was ended by ${signal}` : `its program ended with ${code}`));
    });
    child.send({ url });
  });
}
