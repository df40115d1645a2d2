import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { TestCompany } from "#server/testing/company.ts";
import { type MailServer, sendByMailServer } from "#server/testing/mail-server.ts";

const people = 12;

let server: MailServer;
let company: TestCompany;
let readers: Actor[];
let url: string;
let createSaved: typeof import("./saving.ts").createSaved;
let causeOf: typeof import("./due.sql.ts").causeOf;
let spawnBot: typeof import("#server/testing/processes/bot-spawning.ts").spawnBot;
let pool: ReturnType<typeof import("#server/db/system.ts").systemPool>;

beforeAll(async () => {
  server = await sendByMailServer();
  const { freshCompany } = await import("#server/testing/company.ts");
  company = await freshCompany("Mailed through kills");
  ({ createSaved } = await import("./saving.ts"));
  ({ causeOf } = await import("./due.sql.ts"));
  ({ spawnBot } = await import("#server/testing/processes/bot-spawning.ts"));
  pool = (await import("#server/db/system.ts")).systemPool();
  url = (await import("#server/config/env.ts")).env.databaseUrl ?? "";
  readers = [];
  for (let n = 0; n < people; n += 1) readers.push(await company.person("viewer", `Reader ${n}`));
});
afterAll(async () => {
  await company.close();
});

/** A report whose time has come a moment ago. */
async function dueReport(): Promise<{ id: string; dueAt: Date }> {
  const recipients = readers.map(({ id }) => id);
  const saved = await createSaved.execute(company.admin, {
    ...{ name: "Through kills", report: "conversations", range: "last_7_days" },
    schedule: { every: "week", weekday: 1, monthDay: 1, hour: 8, recipients },
  });
  const { rows } = await pool.query<{ dueAt: Date }>(
    `update saved_reports set "dueAt" = date_trunc('second', now()) where "id" = $1 returning "dueAt"`,
    [saved.id],
  );
  return { id: saved.id, dueAt: rows[0]?.dueAt ?? new Date() };
}

const mailsOf = async (id: string) =>
  (
    await pool.query<{ id: string; recipient: string; state: string }>(
      `select "id", "recipient", "state" from mails where "companyId" = $1 and "cause" like $2 order by "id"`,
      [company.companyId, `report:${id}:%`],
    )
  ).rows;

async function untilSo(what: string, check: () => Promise<boolean> | boolean): Promise<void> {
  for (let waited = 0; !(await check()); waited += 20) {
    if (waited > 60_000) throw new Error(`not within a minute: ${what}`);
    await pause(20);
  }
}

async function ended({ process: child }: ReturnType<typeof spawnBot>): Promise<void> {
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once("exit", resolve));
}

/** Stands in the way of the mail to one reader, so that whoever mails them all is held in the middle. */
async function inTheWay(cause: string) {
  const client = await pool.connect();
  await client.query("begin");
  await client.query(
    `insert into mails ("companyId", "id", "kind", "cause", "recipient", "content") values ($1, $2, 'report', $3, 'x@example.com', '')`,
    [company.companyId, newId(), cause],
  );
  const isWaitedFor = async () => {
    const { rows } = await pool.query(
      `select from pg_locks w where not w."granted" and w."locktype" = 'transactionid' and w."transactionid" in (
         select "transactionid" from pg_locks h where h."granted" and h."pid" = $1 and h."locktype" = 'transactionid')`,
      [(await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid],
    );
    return rows.length > 0;
  };
  const away = async () => {
    await client.query("rollback");
    client.release();
  };
  return { isWaitedFor, away };
}

it("is mailed to each once, although one process is killed while it writes the mails and another while it sends them [R3]", async () => {
  const { id, dueAt } = await dueReport();
  const obstacle = await inTheWay(causeOf(id, dueAt, readers[people / 2]?.id ?? ""));
  const first = spawnBot(url);
  await untilSo("half of the mails are written", obstacle.isWaitedFor);
  await ended(first);
  await obstacle.away();
  expect(await mailsOf(id)).toEqual([]);

  const second = spawnBot(url);
  await untilSo(
    "some mails have come",
    async () => (await mailsOf(id)).filter(({ state }) => state === "sent").length >= 3,
  );
  await ended(second);
  const left = (await mailsOf(id)).filter(({ state }) => state !== "sent").length;
  expect(left).toBeGreaterThan(0);
  // What it was about to send is its claim for two minutes: they are over.
  await pool.query(`update mails set "dueAt" = now() where "companyId" = $1 and "state" = 'waiting'`, [
    company.companyId,
  ]);

  const third = spawnBot(url);
  try {
    await untilSo("all are sent", async () => (await mailsOf(id)).every(({ state }) => state === "sent"));
  } finally {
    await ended(third);
  }
  const mails = await mailsOf(id);
  expect(mails).toHaveLength(people);
  expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(people);
  const ours = server.arrived.filter(({ to }) => mails.some(({ recipient }) => recipient === to[0]));
  const said = ours.map(({ to, headers }) => `${to[0]} ${/^Message-ID: (.*)$/im.exec(headers)?.[1]}`);
  // A mailbox takes a second copy with the same Message-ID for the same mail: of the one that was under way only.
  expect(new Set(said).size).toBe(people);
  expect(said.length).toBeLessThanOrEqual(people + 1);
}, 600_000);
