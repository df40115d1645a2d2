import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { type Ear, type SocketServer, serveSockets, signedIn, until } from "#server/testing/sockets.ts";
import { visitorOn } from "#server/testing/visitor.ts";

let one: SocketServer;
let two: SocketServer;
let admin: Ear;

const company = await openCompany("Presence", ["talk"]);

beforeAll(async () => {
  one = await serveSockets();
  two = await serveSockets();
  admin = await one.agent((await signedIn(company.admin)).cookie);
});

afterAll(async () => {
  await one.close();
  await two.close();
});

/** Who is online by all that a socket was told. */
function onlineBy(ear: Ear): Set<string> {
  const ids = new Set<string>();
  for (const { name, state } of ear.others) {
    if (name !== "presence") continue;
    for (const { id, online } of (state as { users: { id: string; online: boolean }[] }).users) {
      if (online) ids.add(id);
      else ids.delete(id);
    }
  }
  return ids;
}

function viewersBy(ear: Ear, conversationId: string): string[] {
  const sources = new Map<string, string[]>();
  for (const { name, state } of ear.others) {
    if (name !== "viewers") continue;
    const told = state as { conversationId: string; source: string; viewers: { id: string }[] };
    if (told.conversationId === conversationId)
      sources.set(
        told.source,
        told.viewers.map(({ id }) => id),
      );
  }
  return [...new Set([...sources.values()].flat())].sort();
}

const idOf = (actor: { userId: string | null }) => actor.userId ?? "";

describe("who is here", () => {
  it("spans the instances, merged by person [found K7]", async () => {
    const there = await two.agent((await signedIn(company.supervisor)).cookie);
    await until(() => onlineBy(admin).has(idOf(company.supervisor)), "the supervisor on the other instance");
    await until(() => onlineBy(there).has(idOf(company.admin)), "the administrator on the other instance");
    const again = await one.agent((await signedIn(company.supervisor)).cookie);
    there.socket.disconnect();
    await pause(4000);
    // Still here, by the other instance.
    expect(onlineBy(admin).has(idOf(company.supervisor))).toBe(true);
    again.socket.disconnect();
    await until(() => !onlineBy(admin).has(idOf(company.supervisor)), "the supervisor's leave");
  });

  it("and who looks at a thread span the instances [found K7]", async () => {
    const { conversationId = "" } = company.given;
    const there = await two.agent((await signedIn(company.supervisor)).cookie);
    await admin.watch(conversationId);
    await there.watch(conversationId);
    const both = [idOf(company.admin), idOf(company.supervisor)].sort();
    await until(() => viewersBy(admin, conversationId).join() === both.join(), "both viewers, here");
    await until(() => viewersBy(there, conversationId).join() === both.join(), "both viewers, there");
    there.socket.disconnect();
    await until(() => viewersBy(admin, conversationId).join() === idOf(company.admin), "the viewer's leave");
  });

  it("goes with the expiry of an instance that was killed, and comes with its word [found K7]", async () => {
    const userId = newId();
    const say = (age: string) =>
      systemPool().query(
        `insert into presences ("companyId", "instance", "state", "seenAt") values ($1, $2, $3, now() - $4::interval)
         on conflict ("companyId", "instance") do update set "seenAt" = excluded."seenAt"`,
        [
          company.companyId,
          killed,
          JSON.stringify({ people: { [userId]: { talks: true, available: true } }, threads: {} }),
          age,
        ],
      );
    const killed = newId();
    await say("0 seconds");
    await until(() => onlineBy(admin).has(userId), "the word of the other instance");
    await say("20 seconds");
    await until(() => !onlineBy(admin).has(userId), "its expiry");
    await say("2 minutes");
    await until(async () => {
      const { rowCount } = await systemPool().query(`select from presences where "instance" = $1`, [killed]);
      return rowCount === 0;
    }, "its sweeping");
  });

  it("reaches visitors whose team is on another instance only [found K7]", async () => {
    await systemPool().query(`update users set "availability" = 'online' where "companyId" = $1`, [company.companyId]);
    admin.socket.disconnect();
    const { token } = await visitorOn(company.given.channelId ?? "");
    const visitor = await two.visitor(token);
    const agent = await one.agent((await signedIn(company.supervisor)).cookie);
    const team = () => visitor.others.filter(({ name }) => name === "team").at(-1)?.state;
    await until(() => JSON.stringify(team()) === '{"online":true}', "the team's arrival");
    agent.socket.disconnect();
    await until(() => JSON.stringify(team()) === '{"online":false}', "the team's leave");
  });
});
