import { afterAll, afterEach, expect, it } from "vitest";
import { day, minute, shiftClock } from "#server/base/clock.ts";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { closeJobPool, openJobPool } from "#server/kit/jobs/adding.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { person, tablesThatSay, wordsOf } from "#server/testing/processes/erasing.ts";
import { erasureTasks } from "./jobs.ts";
import type { ErasureView } from "./schema.ts";

const company = await openCompany("Unread", []);
const api = await openApi(company);
const { companyId } = company;

const url = env.databaseUrl ?? "";
await prepareJobs(url);
openJobPool(url);

afterEach(() => shiftClock(0));
afterAll(closeJobPool);

async function scrub(contactId: string): Promise<void> {
  const { rows } = await systemPool().query<{ id: string }>(
    `select "id" from events where "companyId" = $1 and "contactId" = $2 and "type" = 'contact/deleted'`,
    [companyId, contactId],
  );
  expect(rows).toHaveLength(1);
  for (const { perform } of erasureTasks) await perform({ companyId, eventId: rows[0]?.id, round: "0" });
}

it("is forgotten after 32 days although webhooks read nothing, and has no certificate before [P4]", async () => {
  const who = person();
  const { name, email, phone } = who;
  const given = { websiteId: company.given.channelId, name, email, phone };
  const { id: contactId } = (await api.post<{ id: string }>("/v1/contacts", given)).body;
  const { id } = (await api.post<ErasureView>(`/v1/contacts/${contactId}/erase`, {})).body;
  const finishedAt = async () => (await api.get<ErasureView>(`/v1/erasures/${id}`)).body.finishedAt;
  const words = wordsOf(who);

  shiftClock(32 * day - minute);
  await scrub(contactId);
  expect([await finishedAt(), await tablesThatSay(words)]).toEqual([null, ["events"]]);

  shiftClock(32 * day + minute);
  await scrub(contactId);
  expect(await finishedAt()).not.toBe(null);
  expect(await tablesThatSay(words)).toEqual([]);
});
