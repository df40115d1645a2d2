import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { openCompany } from "#server/testing/fixture.ts";

const meta = await vi.hoisted(async () => (await import("#server/testing/meta.ts")).openMeta());

import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { reply } from "#server/messages/sending.ts";
import { app } from "#server/rest/app.ts";
import { createChannel } from "../creating.ts";
import { updateChannel } from "../editing.ts";
import { GraphError } from "../graph/graph.ts";
import { processInbound } from "../inbound/processing.ts";
import { giveBackTurn } from "../outbound/pacing.ts";
import { drainConversation } from "../outbound/sending.ts";
import { connectChannel, readConnection } from "./checking.ts";
import { findConnection } from "./connecting.ts";
import { cutOffIfFailing } from "./cutting-off.ts";

let channelId: string;
let conversationId: string;
const page = { "8001": { id: "8001", name: "Acme" } };

const company = await openCompany();

beforeAll(async () => {
  meta.grant("page token", page);
  channelId = (await createChannel.execute(company.admin, { type: "FACEBOOK", label: "Page" })).id;
  await connectChannel.execute(company.admin, {
    channelId,
    credentials: { pageId: "8001", accessToken: "page token" },
  });
  const message = { mid: "m_1", text: "Hello" };
  const event = { sender: { id: "501" }, recipient: { id: "8001" }, timestamp: Date.now(), message };
  const body = JSON.stringify({ object: "page", entry: [{ id: "8001", time: Date.now(), messaging: [event] }] });
  const signature = createHmac("sha256", "the app of this installation").update(body).digest("hex");
  const headers = { "x-hub-signature-256": `sha256=${signature}` };
  await app.request("/hooks/messenger", { method: "POST", body, headers });
  await processInbound(systemActor(company.companyId), channelId);
  const { rows } = await systemPool().query(`select "id" from conversations where "channelId" = $1`, [channelId]);
  conversationId = rows[0].id;
});

/** Sends an answer that the platform refuses; returns what the message and the channel then say. */
async function refused(code: number, subcode?: number) {
  meta.speak = ({ path, method }) =>
    method === "POST" && path === "8001/messages" ? meta.refusal(code, subcode) : undefined;
  await reply.execute(company.admin, { conversationId, type: "text/plain", body: "Hi" });
  await drainConversation(systemActor(company.companyId), conversationId);
  meta.speak = () => undefined;
  // More are sent to one person here than the pace allows at a time.
  giveBackTurn(channelId, "501");
  const { rows } = await systemPool().query(
    `select "status", "failureReason" as reason, "extra"->>'action' as action from messages
     where "conversationId" = $1 and "fromType" = 'user' and "type" <> 'command' order by "seq" desc limit 1`,
    [conversationId],
  );
  const { channel, health } = await readConnection.execute(company.admin, { channelId });
  return { ...rows[0], connected: channel.connected, problem: health.problem?.message ?? "" };
}

describe("a message that the platform does not allow", () => {
  it.each([
    [10, 2018065, "More than 24 hours", null],
    [10, 2018108, "does not receive messages from you", null],
    [10, undefined, "answering window may be over", null],
    [200, 2018028, "reaches its testers only", null],
    [200, undefined, "may lack a permission", null],
    [190, 463, "The platform refused the message.", null],
  ])("fails alone with code %s/%s, in plain words [found C1]", async (code, subcode, words, action) => {
    const found = await refused(code, subcode);
    expect(found).toMatchObject({ status: "failed", action, connected: true, problem: "" });
    expect(found.reason).toContain(words);
  });

  it("cuts the channel off where a check fails too, once asked for all that is refused [found C1]", async () => {
    // The result of a check is reused for ten seconds: step past them.
    vi.useFakeTimers({ now: Date.now() + 11_000, toFake: ["Date"] });
    meta.revoke("page token");
    const found = await refused(190, 463);
    vi.useRealTimers();
    expect(found).toMatchObject({ status: "failed", action: "reconnect", connected: false });
    expect(found.problem).toContain("connect it again");
  });

  it("leaves the channel alone while the platform cannot be asked [found C1]", async () => {
    vi.useFakeTimers({ now: Date.now() + 22_000, toFake: ["Date"] });
    meta.grant("page token", page);
    await connectChannel.execute(company.admin, { channelId, credentials: {} });
    const answer = meta.refusal(2);
    meta.grant("page token", {});
    meta.speak = () => answer;
    await reply.execute(company.admin, { conversationId, type: "text/plain", body: "Hi" });
    meta.speak = ({ method, path }) => (method === "POST" && path === "8001/messages" ? meta.refusal(10) : answer);
    await drainConversation(systemActor(company.companyId), conversationId);
    vi.useRealTimers();
    expect((await readConnection.execute(company.admin, { channelId })).channel.connected).toBe(true);
  });
});

describe("a check of access that the channel no longer has", () => {
  const isConnected = async () => (await readConnection.execute(company.admin, { channelId })).channel.connected;

  const connect = async (accessToken: string) => {
    meta.speak = () => undefined;
    meta.grant(accessToken, page);
    const given = { channelId, credentials: { accessToken } };
    expect((await connectChannel.execute(company.admin, given)).ok).toBe(true);
  };

  it("does not cut off the new one", async () => {
    await connect("first token");
    const old = await findConnection(systemActor(company.companyId), channelId);
    await connect("next token");
    meta.revoke("first token");
    // What has left with the old one is refused only now: it is looked at after the new one was.
    await sleep(5);
    expect(old && (await cutOffIfFailing(old, new GraphError({ code: 190, status: 401 })))).toBe(false);
    expect(await isConnected()).toBe(true);
  });

  it("does not outlive a check that has gone well since", async () => {
    await connect("third token");
    await sleep(5);
    meta.revoke("third token");
    expect(await refused(190, 463)).toMatchObject({ connected: false, action: "reconnect" });
    await connect("third token");
    expect(await refused(190, 463)).toMatchObject({ connected: true, problem: "", action: null });
    await sleep(5);
    meta.revoke("third token");
    expect(await refused(190, 463)).toMatchObject({ connected: false, action: "reconnect" });
    await connect("page token");
  });
});

describe("a person's answer after a window that the platform counts otherwise (channels.md 3.3)", () => {
  const tags = () =>
    meta.calls
      .filter(({ method, path }) => method === "POST" && path === "8001/messages")
      .map(({ body }) => (JSON.parse(body) as { tag?: string }).tag ?? "");

  it("is tried again with the tag where the channel's setting allows it, and fails where not", async () => {
    const late = meta.refusal(10, 2018278);
    const send = async () => {
      meta.calls.length = 0;
      meta.speak = ({ method, path, body }) => {
        if (method !== "POST" || path !== "8001/messages") return undefined;
        return body.includes("HUMAN_AGENT") ? { status: 200, body: { message_id: `m_${body.length}` } } : late;
      };
      await reply.execute(company.admin, { conversationId, type: "text/plain", body: "Hi" });
      await drainConversation(systemActor(company.companyId), conversationId);
      meta.speak = () => undefined;
      const { rows } = await systemPool().query(
        `select "status" from messages where "conversationId" = $1 and "fromType" = 'user' and "type" <> 'command'
         order by "seq" desc limit 1`,
        [conversationId],
      );
      return rows[0].status;
    };
    expect([await send(), tags()]).toEqual(["failed", [""]]);
    await updateChannel.execute(company.admin, { channelId, settings: { humanAgent: true } });
    expect([await send(), tags()]).toEqual(["sent", ["", "HUMAN_AGENT"]]);
  });
});
