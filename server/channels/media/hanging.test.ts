import http from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shiftClock } from "#server/base/clock.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { processInbound } from "../inbound/processing.ts";
import { serveSimulatorAt } from "../simulator/address.ts";
import { fetchMissing } from "./fetching.ts";

const company = await openCompany();
const { origin: usual } = await runPlatform();

let line: Line;
let origin: string;
/** How the platform answers when it is asked for a file or a name. */
let answer: (response: http.ServerResponse) => void = () => undefined;
let asked = 0;
const platform = http.createServer((_, response) => {
  asked += 1;
  answer(response);
});

beforeAll(async () => {
  line = await Line.open(company, "FACEBOOK");
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  serveSimulatorAt(origin);
});
afterAll(() => {
  serveSimulatorAt(usual);
  platform.closeAllConnections();
  platform.close();
});

const image = () => ({ attachments: [{ type: "image", payload: { url: `${origin}/simulator/picture` } }] });

/** What these people say comes in by one webhook; answers how long it took until all of it was written. */
async function says(said: Record<string, object>): Promise<number> {
  const { id } = line.account;
  const time = Date.now();
  const messaging = Object.entries(said).map(([peer, message]) => ({
    sender: { id: peer },
    recipient: { id },
    timestamp: time,
    message: { mid: `m_${peer}_${time}`, ...message },
  }));
  await line.deliver(JSON.stringify({ object: "page", entry: [{ id, time, messaging }] }));
  return Date.now() - time;
}

const last = async (peer: string) => (await line.messages(await line.conversation(peer))).at(-1);

async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  shiftClock(ms);
  try {
    return await work();
  } finally {
    shiftClock(0);
  }
}

const again = () => fetchMissing(line.actor, line.channelId);

const serve = (bytes: Buffer) => (response: http.ServerResponse) =>
  void setTimeout(() => response.setHeader("content-type", "image/png").end(bytes), 200);

it("a platform that answers nothing keeps nobody's words waiting, and its files come once it answers", async () => {
  const peers = Array.from({ length: 13 }, (_, n) => `70${n}`);
  const took = await says({ ...Object.fromEntries(peers.map((peer) => [peer, image()])), "799": { text: "Hello" } });
  expect(took).toBeLessThan(12_000);
  expect(await last("799")).toMatchObject({ text: "Hello" });
  const waits = { type: "image", attachments: [], extra: { missingWhy: { code: "not_yet" } } };
  for (const peer of peers) expect(await last(peer)).toMatchObject(waits);
  // Nor is each later one tried anew in a place that others need.
  expect(await says({ "701": image(), "702": image() })).toBeLessThan(2000);
  answer = serve(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "#123" } })
      .png()
      .toBuffer(),
  );
  await later(11_000, again);
  for (const peer of peers) {
    expect((await last(peer))?.attachments).toHaveLength(1);
    expect((await last(peer))?.extra?.missing).toBeUndefined();
  }
}, 60_000);

it("a file that several jobs ask for at once is fetched once, and stands in its message once", async () => {
  answer = (response) => response.writeHead(500).end();
  await says({ "801": image() });
  answer = serve(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "#456" } })
      .png()
      .toBuffer(),
  );
  asked = 0;
  await later(11_000, () => Promise.all([again(), again(), again()]));
  expect(asked).toBe(1);
  expect((await last("801"))?.attachments).toHaveLength(1);
});

it("which of its tries are over counts those that were made, however many jobs there were", async () => {
  answer = (response) => response.writeHead(500).end();
  await says({ "802": image() });
  answer = (response) => void setTimeout(() => response.writeHead(500).end(), 200);
  await later(11_000, () => Promise.all([again(), again(), again()]));
  const { rows } = await systemPool().query(
    `select "fetches" from message_links where "channelId" = $1 and "externalId" = $2`,
    [line.channelId, (await last("802"))?.externalId],
  );
  expect(rows).toEqual([{ fetches: 1 }]);
});

it("an ad's picture that comes late stands on the conversation all the same", async () => {
  answer = (response) => response.writeHead(500).end();
  const referral = {
    ...{ source: "ADS", type: "OPEN_THREAD", ad_id: "77001" },
    ads_context_data: { ad_title: "Autumn sale", photo_url: `${origin}/simulator/picture` },
  };
  await says({ "901": { text: "Is it still on?", referral } });
  const id = await line.conversation("901");
  const shown = async () => {
    const { rows } = await systemPool().query(`select "referral" from conversations where "id" = $1`, [id]);
    return rows[0].referral;
  };
  expect(await shown()).toMatchObject({ headline: "Autumn sale", imageUrl: "" });
  answer = serve(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "#789" } })
      .png()
      .toBuffer(),
  );
  await later(11_000, again);
  expect((await shown()).imageUrl).toContain("/uploads/");
  expect(await last("901")).toMatchObject({ type: "text/plain", text: "Is it still on?", attachments: [] });
  expect((await last("901"))?.extra?.missing).toBeUndefined();
});

it("an ad that its visitor clicks before they write waits for them, and its picture stands there once it comes", async () => {
  answer = (response) => response.writeHead(500).end();
  const referral = {
    ...{ source: "ADS", type: "OPEN_THREAD", ad_id: "77002" },
    ads_context_data: { ad_title: "Winter sale", photo_url: `${origin}/simulator/picture` },
  };
  const process = () => processInbound(line.actor, line.channelId);
  // Each round waits for the database's clock.
  const due = () =>
    systemPool().query(
      `update inbound_payloads set "receivedAt" = now() - interval '2 hours' where "channelId" = $1 and "status" = 'received'`,
      [line.channelId],
    );
  await line.event("902", { referral });
  await line.event("903", { referral: { source: "SHORTLINK", type: "OPEN_THREAD", ref: "spring" } });
  await says({ "902": { text: "Is it still on?" }, "903": { text: "Hello" } });
  const shown = async (peer = "902") => {
    const id = await line.conversation(peer);
    const { rows } = await systemPool().query(`select "referral" from conversations where "id" = $1`, [id]);
    return rows[0].referral;
  };
  await due();
  await process();
  expect(await shown()).toMatchObject({ headline: "Winter sale", imageUrl: "" });
  expect(await shown("903")).toMatchObject({ sourceId: "spring" });
  answer = serve(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "#abc" } })
      .png()
      .toBuffer(),
  );
  await due();
  await process();
  expect((await shown()).imageUrl).toContain("/uploads/");
  expect((await line.journal()).filter(({ kinds }) => kinds.includes("referral"))).toMatchObject([
    { status: "processed", error: null },
    { status: "processed", error: null },
  ]);
});
