import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { spawnBot } from "#server/testing/processes/bot-spawning.ts";
import type { ContactImportView, ImportReport } from "./schema.ts";

/** With 100,000 of them it measures the whole size. */
const size = 2000;
const bad = size / 100;

const company = await openCompany();
const api = await openApi(company);

function file(): string {
  const lines = Array.from({ length: size }, (_, n) => {
    const email = n % 100 === 7 ? "no address" : `person-${n}@example.com`;
    return `P-${n},Person ${n},${email},+34 6${String(n).padStart(8, "0")},vip,Madrid,Noted ${n}`;
  });
  return `externalId,name,email,phone,tags,customFields.city,note\n${lines.join("\n")}\n`;
}

async function until(id: string | null, check: (one: ContactImportView) => boolean): Promise<ContactImportView> {
  for (;;) {
    const { body } = await api.get<ContactImportView>(`/v1/imports/${id}`);
    if (check(body)) return body;
    await pause(50);
  }
}

it("takes each row once and explains the bad ones, although its process is killed in the middle [W9]", async () => {
  const form = new FormData();
  form.set("file", new Blob([file()]), "people.csv");
  const { body } = await api.post<ImportReport>("/v1/contacts/import", undefined, { raw: form });
  const first = spawnBot(env.databaseUrl ?? "");
  const halfway = await until(body.jobId, ({ created }) => created > 0);
  first.process.kill("SIGKILL");
  expect(halfway.waiting).toBeGreaterThan(0);
  const second = spawnBot(env.databaseUrl ?? "");
  try {
    const ended = await until(body.jobId, ({ finishedAt }) => finishedAt !== null);
    expect(ended).toMatchObject({
      status: "done",
      total: size,
      created: size - bad,
      updated: 0,
      failed: bad,
      waiting: 0,
    });
  } finally {
    second.process.kill("SIGKILL");
  }
  const { rows } = await systemPool().query<{ contacts: number; people: number; notes: number; explained: number }>(
    `select count(*)::int as contacts, count(distinct "externalId")::int as people,
       (select count(*) from notes n where n."companyId" = $1 and n."text" like 'Noted %')::int as notes,
       (select count(*) from contact_import_rows r where r."companyId" = $1 and r."importId" = $2
         and r."outcome" = 'failed' and r."faults" -> 0 ->> 'field' = 'email')::int as explained
     from contacts k where k."companyId" = $1 and k."externalId" like 'P-%'`,
    [company.companyId, body.jobId],
  );
  expect(rows[0]).toEqual({ contacts: size - bad, people: size - bad, notes: size - bad, explained: bad });
}, 400_000);
