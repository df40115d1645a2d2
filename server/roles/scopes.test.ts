import { describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import type { Contact } from "#server/contacts/schema.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { listConversations } from "#server/conversations/list/listing.ts";
import { deleteNote } from "#server/conversations/noting/noting.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { addTag } from "#server/conversations/tags/tagging.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { eventTable } from "#server/core/events/table.ts";
import { systemPool } from "#server/db/system.ts";
import { globalPosition } from "#server/kit/relay/consumer.ts";
import { since } from "#server/realtime/gap.ts";
import { isInAudience, roomsFor, roomsOf } from "#server/realtime/rooms.ts";
import { app } from "#server/rest/app.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { http } from "#server/testing/http.ts";
import { asTheyAre, personWith } from "#server/testing/roles.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import { actorFromToken } from "#server/tokens/authentication.ts";
import { createToken } from "#server/tokens/creating.ts";

const company = await openCompany("Acme", allFurniture);
const api = await openApi(company);
const all = ["clients_read", "clients_write", "chat_talk"] as const;
const here = company.given.channelId ?? "";
const there = company.given.whatsappChannelId ?? "";

const person = (name: string, role: object) => personWith(company, { name, permissions: [...all], ...role });
const ofTeam = await person("Team", { readScope: "team" });
const ofChannel = await person("Channel", { readScope: "channel", channels: [there] });
const ofOwn = await person("Own", { readScope: "assigned" });
const taking = await person("Taking", { readScope: "assigned", unassigned: true });
const looking = await person("Looking", { readScope: "all", writeScope: "assigned" });

const { body: team } = await api.post<{ id: string }>("/v1/teams", {
  name: "Reached",
  members: [{ userId: ofTeam.id }],
});
const token = (actor: Actor, permissions: readonly (typeof all)[number][] = all) =>
  openApi(company, permissions, actor);

async function begin(name: string, extra: Record<string, unknown> = {}): Promise<Conversation> {
  const { id: conversationId } = await converse(api, company, extra);
  await captureContact.execute(systemActor(company.companyId), {
    conversationId,
    name,
    email: `${newId()}@example.com`,
  });
  return reread(api, conversationId);
}

/** One conversation for each reason to see it, and those of nobody in it. */
const by: Record<string, Conversation> = {
  team: await begin("Tea Team"),
  channel: await begin("Cha Channel", { channelId: there, channel: "WHATSAPP" }),
  mine: await begin("Mia Mine"),
  nobody: await begin("Nora Nobody"),
};
await api.post(`/v1/conversations/${by.team?.id}/assign`, { assignedTo: company.agent.id, teamId: team.id });
await api.post(`/v1/conversations/${by.channel?.id}/assign`, { assignedTo: company.agent.id });
const names = (id: string) => Object.keys(by).find((name) => by[name]?.id === id);

type Page<Row> = { pagination: { total: number; nextCursor: string | null }; data: Row[] };

/** What the person meets of these conversations, wherever they look. */
async function meets(actor: Actor): Promise<string[][]> {
  const me = await token(actor);
  const list = (await me.get<Page<Conversation>>("/v1/conversations?limit=100")).body;
  expect(list.pagination.total).toBe(list.data.length);
  const contacts = (await me.get<Page<Contact>>("/v1/contacts?limit=100")).body;
  expect(contacts.pagination.total).toBe(contacts.data.length);
  const sorted = (await me.get<Page<Contact>>("/v1/contacts?limit=100&orderBy=name&order=asc")).body;
  expect(sorted.data.map(({ id }) => id).sort()).toEqual(contacts.data.map(({ id }) => id).sort());
  const exported = (await me.get("/v1/contacts/export?format=csv")).text;
  const found = await Promise.all(
    Object.values(by).map(async ({ id, contactId }) => ({
      id,
      contactId,
      read: (await me.get(`/v1/conversations/${id}`)).status === 200,
    })),
  );
  const listed = list.data.flatMap(({ id }) => names(id) ?? []).sort();
  expect(found.flatMap(({ id, read }) => (read ? (names(id) ?? []) : [])).sort()).toEqual(listed);
  const ofContacts = found
    .filter(({ contactId }) => contacts.data.some(({ id }) => id === contactId))
    .flatMap(({ id }) => names(id) ?? []);
  for (const { id, contactId } of found)
    expect([names(id), exported.includes(contactId ?? "?")]).toEqual([names(id), ofContacts.includes(names(id) ?? "")]);
  const phases = (await me.get<{ count: number }[]>("/v1/phases/count")).body;
  expect(phases.reduce((sum, { count }) => sum + count, 0)).toBe(list.pagination.total);
  return [listed, ofContacts.sort()];
}

describe("a scope", () => {
  it("holds lists, counts, records, searches and exports to what it reaches [W11]", async () => {
    await api.post(`/v1/conversations/${by.mine?.id}/assign`, { assignedTo: ofOwn.id });
    expect(await meets(await asTheyAre(ofTeam))).toEqual([["team"], ["team"]]);
    expect(await meets(ofChannel)).toEqual([["channel"], ["channel"]]);
    expect(await meets(ofOwn)).toEqual([["mine"], ["mine"]]);
    expect((await meets(looking))[0]).toEqual(["channel", "mine", "nobody", "team"]);
  });

  it("leaves a search to what it reaches [W11]", async () => {
    for (const { id } of Object.values(by)) await say(api, id, "visitor", { body: "The wombat is asleep" });
    const found = async (actor: Actor, path: string) =>
      (await (await token(actor)).get<Page<{ id?: string; conversation?: { id: string } }>>(path)).body.data
        .flatMap(({ id, conversation }) => names(conversation?.id ?? id ?? "") ?? [])
        .sort();
    for (const path of ["/v1/conversations?search=wombat", "/v1/messages/search?q=wombat"]) {
      expect(await found(await asTheyAre(ofTeam), path)).toEqual(["team"]);
      expect(await found(ofChannel, path)).toEqual(["channel"]);
      expect(await found(looking, path)).toEqual(["channel", "mine", "nobody", "team"]);
    }
  });

  it("adds what nobody holds where the role says so, for people and not for their tokens [W11]", async () => {
    const seen = async (actor: Actor) =>
      (await listConversations.execute(actor, { limit: 100 })).data.flatMap(({ id }) => names(id) ?? []);
    expect(await seen(taking)).toEqual(["nobody"]);
    expect((await meets(taking))[0]).toEqual([]);
  });

  it("holds changing and talking too, where it is narrower than reading [W11]", async () => {
    const theirs = await token(looking);
    const id = by.team?.id ?? "";
    expect((await theirs.get(`/v1/conversations/${id}`)).status).toBe(200);
    expect((await say(theirs, id, "user", { from: looking.id })).status).toBe(404);
    expect((await theirs.post(`/v1/conversations/${id}/tags`, { tag: "mine" })).status).toBe(404);
    expect((await theirs.patch(`/v1/contacts/${by.team?.contactId}`, { name: "Mine" })).status).toBe(404);
    const reached = await token(await asTheyAre(ofTeam));
    expect((await say(reached, id, "user", { from: ofTeam.id })).status).toBeLessThan(300);
    expect((await reached.patch(`/v1/contacts/${by.team?.contactId}`, { rating: 3 })).status).toBe(200);
    expect((await reached.patch(`/v1/contacts/${by.nobody?.contactId}`, { rating: 3 })).status).toBe(404);
  });

  it("is not widened by a note that names somebody: they read and answer, and change nothing [W3] [W11]", async () => {
    const { id } = await converse(api, company);
    const mentions = [looking.id, company.otherAgent.id];
    await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.agent.id });
    await api.post(`/v1/conversations/${id}/notes`, { message: "Please look", mentions });
    const theirs = await token(looking);
    const narrow = ["clients_read_assigned", "clients_write_assigned", "chat_talk"] as const;
    for (const one of [theirs, await openApi(company, narrow, company.otherAgent)]) {
      expect((await one.get(`/v1/conversations/${id}`)).status).toBe(200);
      expect((await one.post(`/v1/conversations/${id}/notes`, { message: "I did" })).status).toBe(200);
      expect((await one.post(`/v1/conversations/${id}/tags`, { tag: "mine" })).status).toBe(404);
      expect((await one.patch(`/v1/conversations/${id}`, { context: { priority: "high" } })).status).toBe(404);
      expect((await one.delete(`/v1/conversations/${id}`)).status).toBe(404);
    }
  });

  it("is not kept by who names themselves before it is taken from them [W3]", async () => {
    const { id } = await converse(api, company);
    const narrow = ["clients_read_assigned", "clients_write_assigned", "chat_talk"] as const;
    const mine = await openApi(company, narrow, company.agent);
    await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.agent.id });
    const note = { message: "For me", mentions: [company.agent.id] };
    const made = await mine.post<{ mentions: string[] }>(`/v1/conversations/${id}/notes`, note);
    expect(made).toMatchObject({ status: 200, body: { mentions: [] } });
    await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.otherAgent.id });
    expect((await mine.get(`/v1/conversations/${id}`)).status).toBe(404);
  });

  it("ends with the last note that names somebody, where that is taken back [W3]", async () => {
    const { id } = await converse(api, company);
    const narrow = ["clients_read_assigned", "chat_talk"] as const;
    const theirs = await openApi(company, narrow, company.otherAgent);
    await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.agent.id });
    const status = async () => (await theirs.get(`/v1/conversations/${id}`)).status;
    const notes: string[] = [];
    for (const message of ["Please look", "Still"]) {
      const note = { message, mentions: [company.otherAgent.id] };
      notes.push((await api.post<{ id: string }>(`/v1/conversations/${id}/notes`, note)).body.id);
    }
    const seen = [await status()];
    for (const noteId of notes) {
      await deleteNote.execute(company.admin, { conversationId: id, noteId });
      seen.push(await status());
    }
    expect(seen).toEqual([200, 200, 404]);
    const told = (await eventsOf(company)).filter(({ type, data }) => type === "conversation/changed" && data.unseen);
    expect(told.at(-1)?.data).toEqual({ unseen: [company.otherAgent.id] });
  });

  it("lets a token that asked for less have less [W11]", async () => {
    const narrow = await openApi(company, ["clients_read_assigned"], await asTheyAre(ofTeam));
    expect((await narrow.get<Page<Conversation>>("/v1/conversations")).body.data).toEqual([]);
  });

  it("reaches with a token that its person makes as far as they do, and keeps the words asked for [W11]", async () => {
    for (const owner of [await asTheyAre(ofTeam), ofChannel, ofOwn, looking]) {
      const made = await createToken.execute(owner, { name: "Own", permissions: [...all] });
      const theirs = http(app, made.token);
      const { data } = (await theirs.get<Page<Conversation>>("/v1/conversations?limit=100")).body;
      const read = await listConversations.execute({ ...owner, seesUnassigned: false }, { limit: 100 });
      expect(data.map(({ id }) => id)).toEqual(read.data.map(({ id }) => id));
      const { read: reads, write: writes } = owner.sight ?? {};
      const words = [
        reads === "assigned" ? "clients_read_assigned" : "clients_read",
        writes === "assigned" ? "clients_write_assigned" : "clients_write",
      ];
      expect(made.permissions).toEqual([...words, "chat_talk"]);
      expect((await actorFromToken(made.token))?.permissions).toEqual(owner.permissions);
      const writable = await Promise.all(
        Object.values(by).map(async ({ id }) => [
          (await theirs.post(`/v1/conversations/${id}/tags`, { tag: "by-token" })).status < 300,
          await addTag.execute({ ...owner, seesUnassigned: false }, { conversationId: id, tag: "by-hand" }).then(
            () => true,
            () => false,
          ),
        ]),
      );
      for (const [byToken, byHand] of writable) expect(byToken).toBe(byHand);
    }
  });

  it("sends live what it reaches, and says what left it [W11]", async () => {
    // As the relay would; its counters too, since other files share the database and their relay goes on from there.
    await systemPool().query(
      `update events set "seq" = "ordinal", "position" = "ordinal" where "companyId" = $1 and "position" is null`,
      [company.companyId],
    );
    await systemPool().query(
      `insert into event_positions as p ("companyId", "position")
       select "companyId", max("seq") from events where "companyId" = $1 group by "companyId"
       union all select $2::uuid, max("position") from events
       on conflict ("companyId") do update set "position" = greatest(p."position", excluded."position")`,
      [company.companyId, globalPosition],
    );
    const heard = async (actor: Actor) => {
      const { events } = await since.execute(actor, { seq: 0, threads: Object.values(by).map(({ id }) => id) });
      const ids = events.filter(({ type }) => type !== "conversation/gone").map((event) => event.conversationId ?? "");
      return [...new Set(ids.flatMap((id) => names(id) ?? []))].sort();
    };
    expect(await heard(await asTheyAre(ofTeam))).toEqual(["team"]);
    expect(await heard(ofChannel)).toEqual(["channel"]);
    expect(await heard(ofOwn)).toEqual(["mine"]);
    expect(eventTable["role/changed"].live).toBe("company");
  });

  it("means the same in rooms as without a socket [W11]", async () => {
    const { companyId } = company;
    const team1 = await asTheyAre(ofTeam);
    const places = [
      undefined,
      { teamIds: [team.id], channelIds: [here] },
      { teamIds: [], channelIds: [there] },
      { teamIds: [], channelIds: [here] },
    ];
    for (const actor of [team1, ofChannel, ofOwn, taking, looking, company.agent, company.viewer])
      for (const place of places)
        for (const holders of [[null], [ofOwn.id], [company.agent.id]]) {
          const audience = { kind: "holders" as const, holders, ...(place ? { place } : {}) };
          const own = new Set(roomsOf(actor));
          const hears = roomsFor(companyId, audience).some((room) => own.has(room));
          expect(hears).toBe(isInAudience(actor, audience));
        }
  });
});

describe("who holds a contact", () => {
  /** A person with a conversation of the channel, and another of the website that an agent holds. */
  async function ofBoth(name: string): Promise<{ contactId: string; near: string; far: string }> {
    const near = await begin(name, { channelId: there, channel: "WHATSAPP" });
    const far = await begin(`${name} elsewhere`);
    await api.post(`/v1/conversations/${far.id}/assign`, { assignedTo: company.supervisor.id });
    await systemPool().query(
      `update conversations set "contactId" = $2, "contactLink" = 'proven' where "companyId" = $3 and "id" = $1`,
      [far.id, near.contactId, company.companyId],
    );
    return { contactId: near.contactId, near: near.id, far: far.id };
  }

  it("is said by who reaches all their conversations, so that nobody reaches further by it", async () => {
    const { contactId, near, far } = await ofBoth("Both Reached");
    const own = await begin("Own One", { channelId: there, channel: "WHATSAPP" });
    await api.post(`/v1/conversations/${near}/assign`, { assignedTo: "" });
    for (const person of [ofChannel, company.agent]) {
      const theirs = await token(person, person === company.agent ? (["clients_read", "clients_write"] as const) : all);
      if (person === company.agent) await api.post(`/v1/conversations/${near}/assign`, { assignedTo: person.id });
      expect((await theirs.get(`/v1/conversations/${near}`)).status).toBe(200);
      expect((await theirs.get(`/v1/conversations/${far}`)).status).toBe(404);
      expect((await theirs.patch(`/v1/contacts/${contactId}`, { rating: 2 })).status).toBe(200);
      expect((await theirs.patch(`/v1/contacts/${contactId}`, { assignedTo: person.id })).status).toBe(403);
      expect((await theirs.patch(`/v1/contacts/${contactId}`, { assignedTo: "" })).status).toBe(200);
      expect((await theirs.get(`/v1/conversations/${far}`)).status).toBe(404);
    }
    const theirs = await token(ofChannel);
    expect((await theirs.patch(`/v1/contacts/${own.contactId}`, { assignedTo: ofChannel.id })).status).toBe(200);
    const merged = await theirs.post(`/v1/contacts/${own.contactId}/merge`, { loserId: contactId });
    expect(merged.status).toBe(403);
    expect((await theirs.get(`/v1/conversations/${far}`)).status).toBe(404);
    expect((await api.patch(`/v1/contacts/${contactId}`, { assignedTo: ofChannel.id })).status).toBe(200);
    expect((await theirs.patch(`/v1/contacts/${contactId}`, { assignedTo: company.agent.id })).status).toBe(200);
  });
});
