import { afterEach, describe, expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { eventsDuring, typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, lines, reread, say, transcript } from "#server/testing/talking.ts";
import { closeIdle } from "./closing.ts";
import type { Conversation } from "./schema.ts";

const company = await openCompany("Acme", ["talk"]);
const api = await openApi(company);
afterEach(() => shiftClock(0));

const close = (id: string, isLead: unknown) => api.post<Conversation>(`/v1/conversations/${id}/close`, { isLead });
const open = (id: string) => api.post<Conversation>(`/v1/conversations/${id}/open`);

describe("closing (E6)", () => {
  it("closes as a lead: tag post_lead, isLead, who and when", async () => {
    const { id } = await converse(api, company);
    const { status, body } = await close(id, true);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "CLOSED", closed: true, isLead: true, closedBy: company.admin.userId });
    expect(body.tags).toEqual(["post_lead"]);
    expect(body.closedAt).not.toBeNull();
  });

  it("closes as no lead: tag no_lead", async () => {
    const { id } = await converse(api, company);
    expect((await close(id, false)).body).toMatchObject({ isLead: false, tags: ["no_lead"] });
  });

  it("swaps the tag when it is decided anew", async () => {
    const { id } = await converse(api, company);
    await close(id, true);
    expect((await close(id, false)).body.tags).toEqual(["no_lead"]);
    expect((await close(id, true)).body.tags).toEqual(["post_lead"]);
  });

  it("creates a contact for a lead with visitor data and none yet", async () => {
    const { id } = await converse(api, company, { visitorName: "Lia Lead", visitorEmail: "lia.lead@example.com" });
    const types = await typesDuring(company, () => close(id, true));
    expect(types).toContain("contact/created");
    expect(types).toContain("conversation/contact");
    expect(types.at(-1)).toBe("conversation/archived");
    const { contactId } = await reread(api, id);
    const contact = await api.get<{ name: string; email: string }>(`/v1/contacts/${contactId}`);
    expect(contact.body).toMatchObject({ name: "Lia Lead", email: "lia.lead@example.com" });
  });

  it("creates none without visitor data", async () => {
    const { id } = await converse(api, company);
    expect(await typesDuring(company, () => close(id, true))).toEqual(["conversation/archived"]);
    expect((await reread(api, id)).contactId).toBe("");
  });

  it("keeps the contact when it is no lead", async () => {
    const id = company.given.conversationId ?? "";
    const before = (await reread(api, id)).contactId;
    await close(id, false);
    expect((await reread(api, id)).contactId).toBe(before);
    await open(id);
  });

  it("takes is_intervened off and leaves was_intervened", async () => {
    const { id } = await converse(api, company);
    await say(api, id, "user", { from: company.given.agentId ?? "" });
    expect((await reread(api, id)).tags).toEqual(["is_intervened", "was_intervened"]);
    expect((await close(id, false)).body.tags).toEqual(["was_intervened", "no_lead"]);
  });

  it("tells conversation/archived once, with isLead, closedAt and closedBy", async () => {
    const { id } = await converse(api, company);
    const events = await eventsDuring(company, () => close(id, false));
    expect(events.map((event) => event.type)).toEqual(["conversation/archived"]);
    const { closedAt } = await reread(api, id);
    expect(events[0]?.data).toMatchObject({
      id,
      status: "closed",
      isLead: false,
      closedAt,
      closedBy: company.admin.userId,
    });
  });

  it("answers a repeat with 200 and no event", async () => {
    const { id } = await converse(api, company);
    await close(id, false);
    expect(await typesDuring(company, async () => expect((await close(id, false)).status).toBe(200))).toEqual([]);
  });

  it("tells what it was when that is decided anew, as a closing of the same moment, and counts one closing", async () => {
    const { id } = await converse(api, company);
    await close(id, true);
    const { closedAt } = await reread(api, id);
    const events = await eventsDuring(company, () => close(id, false));
    expect(events.map(({ type, data }) => [type, data.isLead, data.closedAt, data.closedBy])).toEqual([
      ["conversation/archived", false, closedAt, company.admin.userId],
    ]);
    expect(await typesDuring(company, () => close(id, false))).toEqual([]);
    expect(await reread(api, id)).toMatchObject({ isLead: false, tags: ["no_lead"], closedAt });
    const { rows } = await systemPool().query(
      `select 1 from report_facts where "conversationId" = $1 and "metric" in ('resolution', 'bot_unanswered', 'released')`,
      [id],
    );
    expect(rows).toHaveLength(2);
  });

  it("tells what is decided of a conversation that closed by itself", async () => {
    const { id } = await converse(api, company);
    await closeIdle.execute(systemActor(company.companyId), { conversationId: id });
    const events = await eventsDuring(company, () => close(id, false));
    expect(events.map(({ type, data }) => [type, data.isLead, data.closedBy])).toEqual([
      ["conversation/archived", false, "system"],
    ]);
  });

  it.each([undefined, null, "true", 1])("refuses isLead = %j", async (isLead) => {
    const { id } = await converse(api, company);
    const refused = await close(id, isLead);
    expect(refused.status).toBe(400);
    expect(refused.body.details?.[0]?.field).toBe("isLead");
    expect((await reread(api, id)).status).toBe("ACTIVE");
  });
});

describe("opening (E6)", () => {
  it("opens a closed conversation and tells changes.status", async () => {
    const { id } = await converse(api, company);
    await close(id, false);
    const events = await eventsDuring(company, () => open(id));
    expect(events.map((event) => event.type)).toEqual(["conversation/updated"]);
    expect(events[0]?.data.changes).toEqual({ status: { before: "closed", after: "opened" } });
    expect(await reread(api, id)).toMatchObject({ status: "ACTIVE", closed: false, closedAt: null });
  });

  it("answers an open one with 200 and no event", async () => {
    const { id } = await converse(api, company);
    expect(await typesDuring(company, async () => expect((await open(id)).status).toBe(200))).toEqual([]);
  });
});

describe("a message to a closed conversation (E4)", () => {
  async function closed(): Promise<string> {
    const { id } = await converse(api, company, { from: `late-${Math.random()}` });
    await say(api, id, "visitor");
    await close(id, false);
    return id;
  }

  it("is refused from people and robots with conversation_closed", async () => {
    const id = await closed();
    for (const fromType of ["user", "robot"] as const) {
      const refused = await say(api, id, fromType);
      expect([refused.status, refused.body.error]).toEqual([409, "conversation_closed"]);
    }
  });

  it("reopens it when the visitor writes within 24 hours of the last activity", async () => {
    const id = await closed();
    shiftClock(24 * hour - 60_000);
    const said = await say(api, id, "visitor", { body: "Still there?" });
    expect([said.status, said.body.conversationId]).toEqual([202, id]);
    expect((await reread(api, id)).status).toBe("ACTIVE");
    expect(lines(await transcript(api, id)).slice(-2)).toEqual(["/opened", "visitor: Still there?"]);
  });

  it("opens a new conversation for the same visitor and contact after that", async () => {
    const { id } = await converse(api, company, {
      from: "late-lead",
      visitorName: "Late",
      visitorEmail: "late@example.com",
    });
    await close(id, true);
    const before = await reread(api, id);
    shiftClock(24 * hour + 60_000);
    const said = await say(api, id, "visitor", { from: "late-lead", body: "Me again" });
    expect(said.status).toBe(202);
    expect(said.body.conversationId).not.toBe(id);
    const next = await reread(api, said.body.conversationId);
    expect(next).toMatchObject({
      visitorId: "late-lead",
      contactId: before.contactId,
      lastMessage: "Me again",
      lastSeq: 1,
    });
    expect((await reread(api, id)).status).toBe("CLOSED");
  });

  it("opens only one new conversation for all further messages to the old one, repeats included", async () => {
    const { id } = await converse(api, company, { from: "insistent" });
    await close(id, false);
    shiftClock(25 * hour);
    const said = await Promise.all(
      ["a", "b", "a", "c"].map((clientMessageId) => say(api, id, "visitor", { from: "insistent", clientMessageId })),
    );
    expect(new Set(said.map((answer) => answer.body.conversationId)).size).toBe(1);
    expect(new Set(said.map((answer) => answer.body.id)).size).toBe(3);
  });
});
