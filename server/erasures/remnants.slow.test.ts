import { describe, expect, it } from "vitest";
import type { HistoryEntry } from "#server/contacts/schema.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { type Person, person, runErasures, tablesThatSay, wordsOf } from "#server/testing/processes/erasing.ts";
import { until } from "#server/testing/sockets.ts";
import type { ErasureView } from "./schema.ts";

const company = await openCompany("Remnants", allFurniture);
const { allDelivered } = await runErasures(company);
const api = await openApi(company);

async function made<T extends { id: string }>(path: string, body: object): Promise<T> {
  const answer = await api.post<T>(path, body);
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
  return answer.body;
}

const newContact = async ({ name, email, phone, field }: Person) =>
  (
    await made("/v1/contacts", {
      ...{ websiteId: company.given.channelId, name, email, phone, customFields: { color: field } },
    })
  ).id;

/** Erases them, and waits for what is left to go. */
async function erase(who: Person, contactId: string): Promise<void> {
  await until(allDelivered, "delivery");
  const { id } = await made<ErasureView>(`/v1/contacts/${contactId}/erase`, {});
  const read = async () => (await api.get<ErasureView>(`/v1/erasures/${id}`)).body;
  await until(async () => (await read()).finishedAt !== null, "the certificate");
  expect(await tablesThatSay(wordsOf(who))).toEqual([]);
}

describe("A person who was erased", () => {
  it("is not in a contact that they were merged into and taken out of again [P4, W9]", async () => {
    const [who, other] = [person(), person()];
    const [loserId, winnerId] = [await newContact(who), await newContact(other)];
    const fields = { name: "loser", email: "loser" };
    const { merge } = await made<{ id: string; merge: { id: string } }>(`/v1/contacts/${winnerId}/merge`, {
      loserId,
      fields,
    });
    await api.patch(`/v1/contacts/${winnerId}`, { rating: 3 });
    await made(`/v1/contacts/${winnerId}/merges/${merge.id}/undo`, {});
    await api.patch(`/v1/contacts/${winnerId}`, { name: `${other.name} since` });
    expect(await tablesThatSay(wordsOf(who))).toEqual(expect.arrayContaining(["contact_merges", "events"]));
    await erase(who, loserId);
    const history = await api.get<HistoryEntry[]>(`/v1/contacts/${winnerId}/history`);
    expect(history.body.filter(({ to }) => to === `${other.name} since`)).toHaveLength(1);
    expect((await api.get(`/v1/contacts/${winnerId}/merges`)).body).toEqual([]);
    expect((await systemPool().query(`select from contacts where "id" = $1`, [winnerId])).rowCount).toBe(1);
    expect((await api.get<{ email: string }>(`/v1/contacts/${winnerId}`)).body.email).toBe(other.email);
  });

  it("is not there after an ordinary deletion either [D4, W9]", async () => {
    const [who, other] = [person(), person()];
    const [loserId, winnerId] = [await newContact(who), await newContact(other)];
    const { merge } = await made<{ id: string; merge: { id: string } }>(`/v1/contacts/${winnerId}/merge`, { loserId });
    await made(`/v1/contacts/${winnerId}/merges/${merge.id}/undo`, {});
    await api.delete(`/v1/contacts/${loserId}`);
    await until(async () => (await tablesThatSay(wordsOf(who))).length === 0, "erasing");
  });
});
