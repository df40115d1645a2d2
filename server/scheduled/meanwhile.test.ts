import { afterEach, describe, expect, it } from "vitest";
import { hour, minute, shiftClock } from "#server/base/clock.ts";
import { assign } from "#server/conversations/assigning.ts";
import { close } from "#server/conversations/closing.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { listNotifications } from "#server/notifications/listing.ts";
import type { Task } from "#server/tasks/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, say, transcript } from "#server/testing/talking.ts";
import { updateUser } from "#server/users/editing.ts";
import { createScheduled, listScheduled } from "./scheduling.ts";
import { sendDue } from "./sending.ts";

const company = await openCompany("Acme", ["whatsapp"]);
const { admin, agent, otherAgent, supervisor } = company;
const api = await openApi(company);
const system = systemActor(company.companyId);
afterEach(() => shiftClock(0));

const schedule = (
  as: Actor,
  conversationId: string,
  message: string,
  cancelIf: "visitor_replied" | "closed" | [] = [],
) =>
  createScheduled.execute(as, { conversationId, sendAt: new Date(Date.now() + hour).toISOString(), message, cancelIf });
const waiting = (conversationId: string) => listScheduled.execute(admin, { conversationId });
const said = async (id: string) =>
  (await transcript(api, id)).filter(({ fromType }) => fromType === "user").map(({ text }) => text);
const give = (conversationId: string, to: Actor | null) =>
  assign.execute(admin, { conversationId, assignedTo: to?.id ?? null });
const toldOfFailure = async (person: Actor, id: string) =>
  (await listNotifications.execute(person, { limit: 100 })).data.filter(
    ({ kind, conversationId }) => kind === "scheduled_failed" && conversationId === id,
  ).length;
async function later() {
  shiftClock(2 * hour);
  await sendDue(system);
}

describe("a message that waits, and what happens meanwhile", () => {
  it("waits on where its conversation went, until the visitor replies there [W8, W9]", async () => {
    const [winner, loser] = [await converse(api, company), await converse(api, company)];
    for (const conversationId of [winner.id, loser.id]) {
      await captureContact.execute(system, { conversationId, name: "Ann", email: "ann@later.example" });
      await api.post(`/v1/conversations/${conversationId}/confirm-contact`, {});
    }
    for (const body of ["One", "Two", "Three"]) await say(api, winner.id, "visitor", { body });
    await say(api, loser.id, "visitor", { body: "Hello?" });
    await schedule(admin, loser.id, "Still there?", "visitor_replied");
    expect((await api.post(`/v1/conversations/${winner.id}/merge`, { loserId: loser.id })).status).toBe(200);
    await later();
    expect([await said(winner.id), await waiting(winner.id)]).toEqual([["Still there?"], []]);
  });

  it("is taken back by the closing, and seen to be, although the visitor writes again [W8]", async () => {
    const { id } = await converse(api, company);
    await schedule(admin, id, "Not after the closing", "closed");
    await schedule(admin, id, "Whatever happens");
    await close.execute(admin, { conversationId: id, isLead: false });
    expect((await waiting(id)).map(({ text }) => text)).toEqual(["Whatever happens"]);
  });

  it("leaves although its author no longer sees the conversation [W8]", async () => {
    const { id } = await converse(api, company);
    await give(id, agent);
    await schedule(agent, id, "As promised");
    await give(id, otherAgent);
    await later();
    expect([await said(id), await waiting(id)]).toEqual([["As promised"], []]);
  });

  it("is told of, where it could not leave, to whoever can do something about it [W8]", async () => {
    const begun = async () => {
      const from = `54911${String(Math.random()).slice(2, 10)}`;
      const extra = { channelId: company.given.whatsappChannelId, channel: "WHATSAPP", from };
      const { id } = await converse(api, company, extra);
      await say(api, id, "visitor", { from });
      return id;
    };
    const tasks = async (id: string) =>
      (await api.get<{ data: Task[] }>(`/v1/tasks?conversationId=${id}`)).body.data.map(({ assignedTo }) => assignedTo);
    const [given, left, held] = [await begun(), await begun(), await begun()];
    const leaver = await company.person("agent", "Lea Leaver");
    for (const [id, author] of [
      [given, agent],
      [left, leaver],
      [held, leaver],
    ] as const) {
      await give(id, author);
      const sendAt = new Date(Date.now() + 30 * hour).toISOString();
      await createScheduled.execute(author, { conversationId: id, sendAt, message: "Too late" });
    }
    await give(given, otherAgent);
    await give(left, null);
    await give(held, supervisor);
    await updateUser.execute(admin, { userId: leaver.id, active: false });
    shiftClock(31 * hour);
    await sendDue(system);
    expect((await waiting(given))[0]?.error).toBe("messaging_window_closed");
    expect([await toldOfFailure(agent, given), await toldOfFailure(otherAgent, given)]).toEqual([0, 1]);
    expect((await waiting(left))[0]?.error).toBe("forbidden");
    expect(await toldOfFailure(supervisor, left)).toBe(1);
    expect([await toldOfFailure(supervisor, held), await toldOfFailure(otherAgent, held)]).toEqual([1, 0]);
    expect([await tasks(given), await tasks(left), await tasks(held)]).toEqual([
      [otherAgent.id],
      [null],
      [supervisor.id],
    ]);
    shiftClock(31 * hour + minute);
  });
});
