import { setTimeout as pause } from "node:timers/promises";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import { importContacts } from "#server/imports/starting.ts";
import { freshCompany } from "#server/testing/company.ts";
import { spawnBot } from "#server/testing/processes/bot-spawning.ts";
import type { Imported } from "../imports.ts";

// A process of its own, because the test helpers take their database from the environment.
const [rows = 100_000, bad = 1000] = process.argv.slice(2).map(Number);
const url = env.databaseUrl ?? "";
const every = rows / bad;
const company = await freshCompany("Imported");
const { companyId } = company;

const lines = Array.from({ length: rows }, (_, n) => {
  const email = n % every === 7 ? "no address" : `person-${n}@example.com`;
  return `P-${n},Person ${n},${email},+34 6${String(n).padStart(8, "0")},vip,Madrid,Noted ${n}`;
});
const text = `externalId,name,email,phone,tags,customFields.city,note\n${lines.join("\n")}\n`;

async function read<Row>(statement: string, values: readonly unknown[]): Promise<Row> {
  const found = await systemPool().query(statement, [...values]);
  return found.rows[0] as Row;
}

const begun = performance.now();
const { jobId } = await importContacts.execute(company.admin, { text, fileName: "people.csv" });
const uploadSeconds = (performance.now() - begun) / 1000;

type Progress = { done: number; finishedAt: Date | null };
const progress = () =>
  read<Progress>(
    `select "done" + "failed" as "done", "finishedAt" from bulk_jobs where "companyId" = $1 and "id" = $2`,
    [companyId, jobId],
  );
async function until(check: (now: Progress) => boolean): Promise<Progress> {
  for (;;) {
    const now = await progress();
    if (check(now)) return now;
    await pause(100);
  }
}

const first = spawnBot(url);
const halfway = await until(({ done }) => done >= rows / 2);
first.process.kill("SIGKILL");
const second = spawnBot(url);
await until(({ finishedAt }) => finishedAt !== null);
const seconds = (performance.now() - begun) / 1000;
second.process.kill("SIGKILL");

const counts = await read<Pick<Imported, "created" | "failed">>(
  `select "created", "failed" from contact_imports where "companyId" = $1 and "id" = $2`,
  [companyId, jobId],
);
const found = await read<Pick<Imported, "contacts" | "people" | "notes" | "explained" | "waiting">>(
  `select count(*)::int as "contacts", count(distinct "externalId")::int as "people",
     (select count(*) from notes n where n."companyId" = $1 and n."text" like 'Noted %')::int as "notes",
     (select count(*) from contact_import_rows r where r."companyId" = $1 and r."importId" = $2
       and r."outcome" = 'failed' and r."faults" -> 0 ->> 'field' = 'email')::int as "explained",
     (select count(*) from contact_import_rows r where r."companyId" = $1 and r."importId" = $2
       and r."outcome" not in ('created', 'updated', 'skipped', 'failed'))::int as "waiting"
   from contacts k where k."companyId" = $1 and k."externalId" like 'P-%'`,
  [companyId, jobId],
);
const told: Imported = { seconds, uploadSeconds, doneAtKill: halfway.done, ...counts, ...found };
process.stdout.write(`${JSON.stringify(told)}\n`);
await company.close();
process.exit();
