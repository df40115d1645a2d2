import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { updateChannel } from "#server/channels/editing.ts";
import { assign } from "#server/conversations/assigning.ts";
import { deleteConversation } from "#server/conversations/deleting.ts";
import { addNote } from "#server/conversations/noting/noting.ts";
import type { Actor } from "#server/core/actor.ts";
import { reply } from "#server/messages/sending.ts";
import { endSession } from "#server/sessions/ending.ts";
import { freshCompany, furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { type Ear, type SocketServer, serveSockets, signedIn, until } from "#server/testing/sockets.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { deactivateUser, updateUser } from "#server/users/editing.ts";
import { updateProfile } from "#server/users/profile.ts";
import { rooms } from "./rooms.ts";

let one: TestCompany;
let two: TestCompany;
let server: SocketServer;
/** Sockets of the second company's team. */
const twoSockets: Ear["socket"][] = [];

async function ear(actor: Actor): Promise<Ear> {
  return server.agent((await signedIn(actor)).cookie);
}

/** A new conversation of a new visitor. */
async function begin(company: TestCompany, text = "hello") {
  const visitor = await visitorOn(company.given.channelId ?? "");
  return { visitor, id: await visitor.begin(text) };
}

const hand = (id: string, to: Actor | null) =>
  assign.execute(one.admin, { conversationId: id, assignedTo: to?.userId ?? null });
const gone = (listener: Ear, id: string) =>
  listener.events.some((event) => event.type === "conversation/gone" && event.conversationId === id);
/** Long enough for anything that was going to come. */
const quiet = () => sleep(250);

beforeAll(async () => {
  one = await freshCompany("One", allFurniture);
  two = await furnishedCompany("Two", allFurniture);
  server = await serveSockets();
});

afterAll(async () => {
  await server.close();
  await one.close();
});

describe("the handshake of an agent", () => {
  it("refuses clients that are not signed in", async () => {
    await expect(server.agent("")).rejects.toThrow("unauthorized");
    await expect(server.agent("parley-3000.session=rubbish")).rejects.toThrow("unauthorized");
  });

  it("refuses a page of another site although the browser sends the cookie along", async () => {
    const { cookie } = await signedIn(one.admin);
    await expect(server.agent(cookie, { origin: "https://evil.example" })).rejects.toThrow("forbidden");
    await expect(server.agent(cookie, { origin: `http://127.0.0.1.evil.example:${server.port}` })).rejects.toThrow();
    await expect(server.agent(cookie, { origin: "null" })).rejects.toThrow();
    await expect(server.agent(cookie, { origin: "file://" })).rejects.toThrow();
    (await server.agent(cookie)).socket.disconnect();
  });

  it("refuses a session that has ended", async () => {
    const { cookie, sessionId } = await signedIn(one.viewer);
    await endSession.execute(one.viewer, { sessionId });
    await expect(server.agent(cookie)).rejects.toThrow("unauthorized");
  });

  it("refuses polling and the token of an API in its place", async () => {
    const polling = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`);
    expect(polling.status).toBe(400);
    await expect(server.agent("", { authorization: "Bearer sk_live_x" })).rejects.toThrow("unauthorized");
  });
});

describe("what an agent receives", () => {
  it("is its own company's, never another's", async () => {
    const [here, there] = [await ear(one.admin), await ear(two.admin)];
    twoSockets.push(there.socket);
    const { id } = await begin(one);
    await until(() => here.rows(id).length > 0);
    await quiet();
    expect(JSON.stringify(there.events)).not.toContain(id);
    const refused = await there.watch(id);
    expect(refused).toEqual({ ok: false, error: "not_found" });
    await reply.execute(one.admin, { conversationId: id, body: "only for us" });
    await quiet();
    expect(JSON.stringify([there.events, there.others])).not.toContain(id);
  });

  it("is messages only of threads it has opened, rows of all it may see", async () => {
    const listener = await ear(one.supervisor);
    const { id } = await begin(one);
    await until(() => listener.rows(id).length > 0);
    expect(listener.messages(id)).toEqual([]);
    expect(await listener.watch(id)).toEqual({ ok: true });
    await reply.execute(one.admin, { conversationId: id, body: "good morning" });
    await until(() => listener.messages(id).includes("good morning"));
    await until(() => listener.rows(id).at(-1)?.conversation?.lastMessage === "good morning");
    expect(listener.rows(id).at(-1)?.conversation?.chatbotState).toBe("OFF");
  });

  it("is for a restricted agent only their own and unassigned conversations", async () => {
    const [mine, full] = [await ear(one.agent), await ear(one.admin)];
    const { id } = await begin(one);
    await until(() => mine.rows(id).length > 0);
    await hand(id, one.otherAgent);
    await until(() => gone(mine, id));
    const known = mine.rows(id).length;
    await reply.execute(one.admin, { conversationId: id, body: "behind your back" });
    await until(() => full.rows(id).at(-1)?.conversation?.lastMessage === "behind your back");
    await quiet();
    expect(mine.rows(id).length).toBe(known);
    expect(await mine.watch(id)).toEqual({ ok: false, error: "not_found" });
    expect(JSON.stringify([mine.events, mine.others])).not.toContain("behind your back");
  });

  it("ends for a watcher the moment the thread is assigned to someone else", async () => {
    const mine = await ear(one.agent);
    const { id } = await begin(one);
    await hand(id, one.agent);
    expect(await mine.watch(id)).toEqual({ ok: true });
    await reply.execute(one.agent, { conversationId: id, body: "still mine" });
    await until(() => mine.messages(id).includes("still mine"));
    await hand(id, one.otherAgent);
    await reply.execute(one.admin, { conversationId: id, body: "now theirs" });
    await until(() => gone(mine, id));
    await quiet();
    expect(mine.messages(id)).not.toContain("now theirs");
    await hand(id, one.agent);
    await until(() => mine.rows(id).at(-1)?.conversation?.assignedTo === one.agent.userId);
  });

  it("announces a deleted conversation to everyone", async () => {
    const [full, mine] = [await ear(one.admin), await ear(one.agent)];
    const { id } = await begin(one);
    await until(() => full.rows(id).length > 0 && mine.rows(id).length > 0);
    await deleteConversation.execute(one.admin, { conversationId: id });
    await until(() => gone(full, id) && gone(mine, id));
  });

  it("comes in few frames however many messages there are, and the last row is the newest", async () => {
    const listener = await ear(one.admin);
    const { id } = await begin(one);
    await until(() => listener.rows(id).length > 0);
    listener.frames.length = 0;
    const before = performance.now();
    const texts = Array.from({ length: 40 }, (_, index) => `number ${index}`);
    for (const body of texts) await reply.execute(one.admin, { conversationId: id, body });
    await until(() => listener.rows(id).at(-1)?.conversation?.lastMessage === "number 39");
    const frames = listener.frames.filter(({ events }) => events.some(({ type }) => type === "conversation/row"));
    expect(frames.length).toBeLessThanOrEqual(Math.ceil((performance.now() - before) / 40) + 1);
  });
});

describe("when rights change", () => {
  it("cuts off a deactivated user within seconds", async () => {
    const leaver = await one.person("supervisor", "Lea Leaver");
    const listener = await ear(leaver);
    await deactivateUser.execute(one.admin, { userId: leaver.userId ?? "" });
    await until(() => listener.socket.disconnected, "the disconnect", 5000);
    expect(listener.others.map(({ name }) => name)).toContain("signed-out");
  });

  it("cuts off an ended session and leaves the user's others alone", async () => {
    const person = await one.person("supervisor", "Sam Sessions");
    const [first, second] = [await signedIn(person), await signedIn(person)];
    const [ending, staying] = [await server.agent(first.cookie), await server.agent(second.cookie)];
    await endSession.execute(person, { sessionId: first.sessionId });
    await until(() => ending.socket.disconnected, "the disconnect", 5000);
    expect(staying.socket.connected).toBe(true);
  });

  it("leaves a demoted user only what the new role may see, or ends the session", async () => {
    const person = await one.person("supervisor", "Dana Demoted");
    const listener = await ear(person);
    const { id } = await begin(one);
    await hand(id, one.otherAgent);
    expect(await listener.watch(id)).toEqual({ ok: true });
    await updateUser.execute(one.admin, { userId: person.userId ?? "", role: "agent" });
    await until(
      () => listener.socket.disconnected || listener.others.some(({ name }) => name === "reset"),
      "the change",
      5000,
    );
    const known = listener.events.length;
    await reply.execute(one.admin, { conversationId: id, body: "not for agents" });
    await quiet();
    expect(JSON.stringify(listener.events.slice(known))).not.toContain("not for agents");
  });
});

describe("what an agent sends", () => {
  it("is checked by shape and by right, and limited", async () => {
    const listener = await ear(one.agent);
    const ask = (name: string, input: unknown) => listener.socket.timeout(3000).emitWithAck(name, input);
    expect(await ask("watch", { conversationId: { $ne: "" } })).toEqual({ ok: false, error: "validation_error" });
    expect(await ask("watch", null)).toEqual({ ok: false, error: "validation_error" });
    expect(await ask("watch", { conversationId: `all:${two.companyId}` })).toEqual({ ok: false, error: "not_found" });
    expect(await ask("watch", { conversationId: two.given.conversationId })).toEqual({ ok: false, error: "not_found" });
    // Of a colleague, and of a thread that only others may see.
    const hidden = (await begin(one)).id;
    await hand(hidden, one.otherAgent);
    const { companyId } = one;
    const theirs = [
      rooms.user(companyId, one.admin.userId ?? ""),
      rooms.thread(companyId, hidden),
      rooms.all(companyId),
    ];
    for (const room of [...theirs, one.admin.userId, hidden])
      expect(await ask("watch", { conversationId: room }), room ?? "").toMatchObject({ ok: false });
    await reply.execute(one.otherAgent, { conversationId: hidden, body: "between us two" });
    await quiet();
    expect(JSON.stringify([listener.events, listener.others])).not.toContain("between us two");
    expect(await ask("typing", { conversationId: one.given.conversationId, typing: true })).toEqual({
      ok: false,
      error: "not_found",
    });
    const many = await Promise.all(Array.from({ length: 60 }, () => ask("watch", { conversationId: newId() })));
    expect(many.filter((answer) => answer.error === "rate_limited").length).toBeGreaterThan(10);
  });

  it("shows who types and who looks only to those who have the thread open", async () => {
    const { id, visitor } = await begin(one);
    const [typer, watcher, outsider] = [await ear(one.admin), await ear(one.supervisor), await ear(one.viewer)];
    const seat = await server.visitor(visitor.token);
    await typer.watch(id);
    await watcher.watch(id);
    typer.socket.emit("typing", { conversationId: id, typing: true });
    await until(() => watcher.others.some(({ name }) => name === "typing"));
    await until(() => seat.others.some(({ name }) => name === "typing"));
    const told = seat.others.find(({ name }) => name === "typing")?.state;
    expect(told).toEqual({ conversationId: id, from: "agent", name: "Ada", typing: true });
    const viewers = watcher.others.filter(({ name }) => name === "viewers").at(-1)?.state;
    expect(JSON.stringify(viewers)).toContain(one.admin.userId);
    typer.socket.disconnect();
    await until(
      () =>
        !JSON.stringify(watcher.others.filter(({ name }) => name === "viewers").at(-1)?.state).includes(
          one.admin.userId ?? "-",
        ),
    );
    expect(outsider.others.filter(({ name }) => name === "typing" || name === "viewers")).toEqual([]);
    expect(seat.others.filter(({ name }) => name === "viewers")).toEqual([]);
  });
});

describe("a visitor", () => {
  it("learns whether the team is online; people who are away do not count", async () => {
    const { visitor } = await begin(two);
    for (const socket of twoSockets.splice(0)) socket.disconnect();
    const listener = await ear(two.supervisor);
    const seat = await server.visitor(visitor.token);
    const told = () => seat.others.filter(({ name }) => name === "team" || name === "hello").at(-1)?.state;
    const here = (online: boolean) => JSON.stringify(told()).endsWith(`:${online}}`);
    await until(() => here(true), "the arrival");
    await updateProfile.execute(two.supervisor, { availability: "away" });
    await until(() => here(false), "going away", 10_000);
    await updateProfile.execute(two.supervisor, { availability: "online" });
    await until(() => here(true), "coming back", 10_000);
    listener.socket.disconnect();
  });

  it("receives its own conversation without notes, commands or full names, and no other visitor's", async () => {
    const [mine, other] = [await begin(one, "from me"), await begin(one, "from another")];
    const [me, them] = [await server.visitor(mine.visitor.token), await server.visitor(other.visitor.token)];
    await addNote.execute(one.admin, { conversationId: mine.id, message: "secret note" });
    await reply.execute(one.admin, { conversationId: mine.id, body: "an answer" });
    await until(() => me.others.some(({ name }) => name === "message"));
    await quiet();
    const heard = JSON.stringify(me.others);
    expect(heard).toContain("an answer");
    expect(heard).not.toContain("secret note");
    expect(heard).not.toContain("Ada Admin");
    expect(heard).not.toContain("command");
    expect(heard).not.toContain("took over");
    expect(JSON.stringify(them.others)).not.toContain(mine.id);
    expect(me.events).toEqual([]);
  });

  it("is let in by its token alone, and not from a page the channel does not allow", async () => {
    const { visitor } = await begin(one);
    await expect(server.visitor("vs_nothing")).rejects.toThrow("unauthorized");
    await expect(server.visitor({ $gt: "" })).rejects.toThrow("unauthorized");
    await expect(server.visitor(undefined)).rejects.toThrow("unauthorized");
    const channelId = one.given.channelId ?? "";
    await updateChannel.execute(one.admin, { channelId, settings: { allowedOrigins: ["https://shop.example"] } });
    await expect(server.visitor(visitor.token, { origin: "https://evil.example" })).rejects.toThrow("forbidden");
    (await server.visitor(visitor.token, { origin: "https://shop.example" })).socket.disconnect();
    await updateChannel.execute(one.admin, { channelId, settings: { allowedOrigins: [] } });
  });

  it("hears nothing more once its session has ended", async () => {
    const { visitor, id } = await begin(one);
    const other = await visitorOn(one.given.channelId ?? "");
    const [seat, kept] = [await server.visitor(visitor.token), await server.visitor(other.token)];
    expect((await visitor.side.delete(`${visitor.base}/session`, visitor.options)).status).toBe(204);
    await until(() => !seat.socket.connected, "the end of the socket", 10_000);
    await reply.execute(one.admin, { conversationId: id, body: "for who has left" });
    await quiet();
    expect(JSON.stringify(seat.others)).not.toContain("for who has left");
    expect(kept.socket.connected).toBe(true);
  });

  it("cannot enter the agents' side with its token, nor watch from its own", async () => {
    const { visitor, id } = await begin(one);
    await expect(server.agent(`parley-3000.session=${visitor.token}`)).rejects.toThrow("unauthorized");
    const seat = await server.visitor(visitor.token);
    await expect(seat.socket.timeout(300).emitWithAck("watch", { conversationId: id })).rejects.toThrow();
  });
});
