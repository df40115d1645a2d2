import { expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { markCutOff } from "#server/channels/connection/cutting-off.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { inCompany } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { personWith } from "#server/testing/roles.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import { updateWebhook } from "#server/webhooks/editing.ts";
import { warnOfFailing } from "#server/webhooks/warning.ts";
import type { NotificationKind } from "./choices.ts";
import { listNotifications } from "./listing.ts";
import { notify } from "./making.ts";

const company = await openCompany("Acme", ["webhook", "whatsapp"]);
const api = await openApi(company);
const system = systemActor(company.companyId);
const there = company.given.whatsappChannelId ?? "";

const of = async (person: Actor, kind: NotificationKind) =>
  (await listNotifications.execute(person, { limit: 100 })).data.filter((one) => one.kind === kind);

/** The rows themselves, also those that the list would not show. */
const rowsAbout = async (conversationId: string) => {
  const { rows } = await systemPool().query<{ userId: string }>(
    `select "userId" from notifications where "conversationId" = $1 and "kind" = 'unassigned_new'`,
    [conversationId],
  );
  return new Set(rows.map(({ userId }) => userId));
};

it("what fails is told to everybody whose role permits to mend it, a custom one too [W3, W11]", async () => {
  const permissions = ["clients_read", "webhooks_read", "webhooks_write"];
  const keeper = await personWith(company, { name: "Keeper", permissions });
  const builder = await personWith(company, { name: "Builder", permissions: ["websites_read", "websites_write"] });
  const reader = await personWith(company, { name: "Reader", permissions: ["clients_read", "webhooks_read"] });
  const webhookId = company.given.webhookId ?? "";
  await systemPool().query(
    `insert into webhook_health ("companyId", "webhookId", "consecutiveFailures") values ($1, $2, 20)`,
    [company.companyId, webhookId],
  );
  for (const change of [{ holdWhilePaused: true }, { isActive: false }])
    await updateWebhook.execute(company.admin, { webhookId, ...change });
  await systemPool().query(`update webhooks set "pausedAt" = now() - interval '8 days' where "id" = $1`, [webhookId]);
  expect(await warnOfFailing.execute(system, {})).toMatchObject({ failing: 1, held: 1 });
  for (const kind of ["webhook_failing", "webhook_held"] as const) {
    for (const person of [company.admin, keeper])
      expect(await of(person, kind)).toMatchObject([{ aboutId: webhookId, name: "hooks.invalid" }]);
    for (const person of [builder, reader, company.supervisor]) expect(await of(person, kind)).toEqual([]);
  }
  const cut = { channelId: there, code: 190, message: "No access.", details: "", restricted: false };
  await markCutOff.execute(system, cut);
  const failing = { type: "integration/changed" as const, data: { id: newId(), failing: true as const } };
  await inCompany(company.companyId, () => notify({ actor: system, events: [failing], now: new Date() }));
  for (const kind of ["channel_failing", "integration_failing"] as const) {
    for (const person of [company.admin, builder]) expect(await of(person, kind)).toHaveLength(1);
    for (const person of [keeper, reader]) expect(await of(person, kind)).toEqual([]);
  }
});

it("what waits is told to those who may take it and whose role reaches it, and makes no row for others [W3, W11]", async () => {
  const permissions = ["clients_read", "clients_write", "chat_talk"];
  const all = await personWith(company, { name: "All", permissions });
  const channel = { name: "Channel", permissions, readScope: "channel" as const, channels: [there] };
  const ofChannel = await personWith(company, channel);
  const ofTeam = await personWith(company, { name: "Team", permissions, readScope: "team" });
  const ofOwn = await personWith(company, { name: "Own", permissions, readScope: "assigned" });
  const taking = await personWith(company, { name: "Taking", permissions, readScope: "assigned", unassigned: true });
  const blind = await personWith(company, { name: "Blind", permissions: ["chat_talk"] });
  const { body: team } = await api.post<{ id: string }>("/v1/teams", { name: "T", members: [{ userId: ofTeam.id }] });
  const people = { all, ofChannel, ofTeam, ofOwn, taking, blind };
  const wait = async (id: string) => {
    await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
    await say(api, id, "visitor", { body: "Hello?" });
    const told = await rowsAbout(id);
    return Object.entries(people).flatMap(([name, { id: userId }]) => (told.has(userId) ? [name] : []));
  };
  const begun = await converse(api, company);
  expect(await wait(begun.id)).toEqual(["all", "taking"]);
  const elsewhere = await converse(api, company, { channelId: there, channel: "WHATSAPP" });
  expect(await wait(elsewhere.id)).toEqual(["all", "ofChannel", "taking"]);
  const teams = await converse(api, company);
  await api.post(`/v1/conversations/${teams.id}/assign`, { assignedTo: null, teamId: team.id });
  expect(await wait(teams.id)).toEqual(["all", "ofTeam", "taking"]);
  const owned = await converse(api, company);
  const contact = { conversationId: owned.id, name: "Una", email: `${newId()}@example.com` };
  await captureContact.execute(system, contact);
  const { contactId } = await reread(api, owned.id);
  await api.patch(`/v1/contacts/${contactId}`, { assignedTo: ofOwn.id });
  expect(await wait(owned.id)).toEqual(["all", "ofOwn", "taking"]);
});
