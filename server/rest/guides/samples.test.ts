import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, it, type TestContext } from "vitest";
import { testFulfillment } from "#server/chatbots/fulfillment/trying.ts";
import { createContact } from "#server/contacts/creating.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { endProgramsAfterEach, freePort, startProgram } from "#server/testing/processes/programs.ts";
import { serveApi } from "#server/testing/serving.ts";
import { converse, say, transcript } from "#server/testing/talking.ts";
import { createWebhook } from "#server/webhooks/creating.ts";
import { signatureOf } from "#server/webhooks/delivery/posting.ts";

const folder = path.resolve(import.meta.dirname, "samples");
const company = await openCompany("Samples", allFurniture);
const api = await openApi(company);
const { origin } = serveApi();
endProgramsAfterEach();

const contact = (name: string) =>
  createContact.execute(company.admin, { websiteId: company.given.channelId ?? "", name });

type Language = { name: string; command: string; args: (port: number) => string[] };
const languages: readonly Language[] = [
  { name: "TypeScript", command: process.execPath, args: () => [path.join(folder, "webhook.ts")] },
  { name: "Python", command: "python3", args: () => [path.join(folder, "webhook.py")] },
  { name: "PHP", command: "php", args: (port) => ["-S", `127.0.0.1:${port}`, path.join(folder, "webhook.php")] },
];

/** Says in the report that a language was left out where its program is not on the machine. */
function needs(command: string, context: TestContext): void {
  if (spawnSync(command, ["--version"]).error) context.skip(`${command} is not on this machine: left out`);
}

/** Where the bots keep how far they have come. */
const places = fs.mkdtempSync(path.join(os.tmpdir(), "parley-bot-"));
afterAll(() => fs.rmSync(places, { recursive: true, force: true }));

const open: net.Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** Says so much; the first breaks off, and another stays and says nothing more. */
async function leaveHalfway(port: number, said: string): Promise<void> {
  for (const stays of [false, true]) {
    const socket = net.connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    if (said !== "") await new Promise((done) => socket.write(said, done));
    if (stays) open.push(socket);
    else socket.resetAndDestroy();
  }
}

describe.each(languages)("the receiver in $name", ({ command, args }) => {
  it("takes real deliveries, once each, and refuses what is forged, changed or old [K8]", async (context) => {
    needs(command, context);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const webhook = await createWebhook.execute(company.admin, {
      url,
      eventTypes: ["contact/created"],
      signed: true,
      retryCount: 0,
    });
    // The new and the old one while a secret changes.
    const WEBHOOK_SECRET = `whsec_of_the_time_to_come,${webhook.secret}`;
    const receiver = startProgram(command, args(port), { PORT: String(port), WEBHOOK_SECRET });
    await receiver.tells(/Receiving at|Development Server \(/);
    const { id } = await contact("Delivered");
    await receiver.tells(new RegExp(`verified contact/created [0-9a-f-]{36}: ${id}`));

    const eventId = `sample-${webhook.id}`;
    const body = JSON.stringify({ event: "contact/created", data: { id: "by hand" } });
    const post = async (sent: string, signature: string) => {
      const headers = { "x-webhook-signature": signature, "x-webhook-event-id": eventId };
      return (await fetch(url, { method: "POST", headers, body: sent })).status;
    };
    // Whoever says nothing, breaks off or sends nonsense neither ends it nor holds it up.
    for (const said of [
      "",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: no\r\n\r\n",
    ])
      await leaveHalfway(port, said);
    const now = new Date();
    const good = signatureOf(webhook.secret, body, now);
    const old = signatureOf(webhook.secret, body, new Date(now.getTime() - 600_000));
    const others = signatureOf("whsec_of_somebody_else", body, now);
    for (const signature of [
      "",
      "t=1,v1=",
      others,
      old,
      good.replace(/^t=\d+/, `t=${Math.floor(Date.now() / 1000) + 9}`),
    ])
      expect([signature, await post(body, signature)]).toEqual([signature, 401]);
    expect(await post(body.replace("by hand", "by fraud"), good)).toBe(401);
    for (const _ of [1, 2]) expect(await post(body, good)).toBe(204);
    await receiver.tells("by hand");
    expect(receiver.told().match(/by hand/g)).toHaveLength(1);
    expect(receiver.told()).not.toContain("by fraud");
  });
});

describe("the other samples", () => {
  it("a bot of one's own answers visitors, and is quiet when a person has written", async () => {
    const { secret } = await company.token(["webhooks_read", "clients_read", "chat_talk"]);
    const place = path.join(places, randomUUID());
    const start = async (origin: string) => {
      const env = { PARLEY: origin, PARLEY_TOKEN: secret, BOT_PLACE: place };
      const bot = startProgram(process.execPath, [path.join(folder, "bot.ts")], env);
      await bot.tells("The bot listens");
      return bot;
    };
    const held = await converse(api, company, { from: "held" });
    await say(api, held.id, "user", { from: company.admin.id, body: "I take care of you" });
    const first = await start(origin());
    await say(api, held.id, "visitor", { body: "Thanks" });
    const { id } = await converse(api, company);
    await say(api, id, "visitor", { body: "Is anybody there?" });
    await first.tells(`answered ${id}`);
    const texts = async () => (await transcript(api, id)).map(({ text }) => text);
    expect(await texts()).toContain("You said: Is anybody there?");
    expect((await transcript(api, held.id)).map(({ text }) => text)).not.toContain("You said: Thanks");
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    const missed = await converse(api, company, { from: "missed" });
    await say(api, missed.id, "visitor", { body: "While it was away" });
    await say(api, id, "user", { from: company.admin.id, body: "A person speaks" });
    await say(api, id, "visitor", { body: "And now?" });
    const other = await converse(api, company, { from: "visitor-2" });
    await say(api, other.id, "visitor", { body: "Later" });
    const second = await start(origin());
    await second.tells(`answered ${missed.id}`);
    await second.tells(`answered ${other.id}`);
    expect(await texts()).not.toContain("You said: And now?");
  });

  it("a bot of one's own waits where the server is away for a moment", async () => {
    let asked = 0;
    const server = http.createServer((_request, response) => {
      asked += 1;
      if (asked === 2) response.writeHead(503, { "retry-after": "1" }).end();
      else if (asked < 4) response.end(JSON.stringify({ data: [], nextCursor: "c" }));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const place = path.join(places, randomUUID());
    const env = { PARLEY: `http://127.0.0.1:${port}`, PARLEY_TOKEN: "any", BOT_PLACE: place };
    const bot = startProgram(process.execPath, [path.join(folder, "bot.ts")], env);
    await bot.tells("again in 1 s");
    await expect.poll(() => asked, { timeout: 10_000 }).toBe(4);
    expect(bot.child.exitCode).toBeNull();
    server.closeAllConnections();
    server.close();
  });

  it("a fulfillment endpoint answers what the service uses whole", async () => {
    const port = await freePort();
    const endpoint = startProgram(process.execPath, [path.join(folder, "fulfillment.ts")], { PORT: String(port) });
    await endpoint.tells("Answering at");
    const ask = (message: string) =>
      testFulfillment.execute(company.admin, {
        chatbotId: company.given.chatbotId ?? "",
        url: `http://127.0.0.1:${port}/`,
        request: { message, collected_data: { custom: {} } },
      });
    await leaveHalfway(port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{");
    const nonsense = { method: "POST", body: "no json" };
    expect((await fetch(`http://127.0.0.1:${port}/`, nonsense)).status).toBe(400);
    const known = await ask("Where is my order 1001?");
    expect(known).toMatchObject({ outcome: "answered", notes: [] });
    expect(JSON.stringify(known.answer)).toContain("Order 1001 is on its way.");
    expect(await ask("Hello")).toMatchObject({ outcome: "answered", notes: [] });
  });
});
