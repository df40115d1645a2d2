import { randomBytes } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCompany } from "#server/testing/fixture.ts";
import { type SocketServer, serveSockets, signedIn, until } from "#server/testing/sockets.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { guard } from "./guarding.ts";

const company = await openCompany("Guarded");
let server: SocketServer;
beforeAll(async () => {
  server = await serveSockets();
});
afterAll(() => server.close());

/** A frame of the protocol: of a text, or of a ping. The mask is of zeros. */
function frame(text: string, opcode = 1): Buffer {
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

/** A client of its own making, in a visitor's chat. */
async function seat(): Promise<{ socket: Socket; heard: () => string }> {
  const { token } = await visitorOn(company.given.channelId ?? "");
  const key = randomBytes(16).toString("base64");
  const upgrade = { connection: "Upgrade", upgrade: "websocket" };
  const headers = { ...upgrade, "sec-websocket-version": "13", "sec-websocket-key": key };
  const request = http.get(`${server.url}/socket.io/?EIO=4&transport=websocket`, { headers });
  const [, socket] = (await once(request, "upgrade")) as [unknown, Socket];
  let heard = "";
  socket
    .on("error", () => undefined)
    .on("data", (bytes) => {
      heard += String(bytes);
    });
  socket.write(frame(`40/visitor,${JSON.stringify({ token })}`));
  await until(() => heard.includes("hello"));
  return { socket, heard: () => heard };
}

const typing = (n: number) => frame(`42/visitor,${n}["typing",{"conversationId":"x","typing":true}]`);

describe("a socket that floods", () => {
  it.each<[string, (n: number) => Buffer]>([
    ["events", typing],
    ["events that nobody knows", (n) => frame(`42/visitor,${n}["nothing",{}]`)],
    ["attempts to enter", () => frame('40{"person":""}')],
    ["pings", () => frame("p".repeat(100), 9)],
  ])("is cut off, whatever it sends: %s", async (_, flood) => {
    const { socket: other } = await server.agent((await signedIn(company.admin)).cookie);
    const { socket } = await seat();
    for (let n = 0; n < 400 && !socket.destroyed; n += 1) socket.write(flood(n));
    await until(() => socket.destroyed, "the end", 20_000);
    expect(await other.timeout(5000).emitWithAck("echo", {})).toEqual({ ok: true });
    other.disconnect();
  });

  it("stays as long as it sends what a screen may", async () => {
    const { socket, heard } = await seat();
    for (let n = 0; n < 250; n += 1) socket.write(typing(n));
    await until(() => heard().includes("43/visitor,249["));
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });
});

it("a socket that reads nothing of what it is sent is cut off before it fills the memory", () => {
  const heard = new Map<string, () => void>();
  const cut: string[] = [];
  const wire = { bufferedAmount: 0, terminate: () => cut.push("wire"), on: () => undefined };
  const connection = {
    transport: { socket: wire },
    writeBuffer: { length: 0 },
    close: () => cut.push("connection"),
    on: (name: string, hear: () => void) => heard.set(name, hear),
  };
  guard(connection, "192.0.2.1");
  heard.get("packetCreate")?.();
  expect(cut).toEqual([]);
  wire.bufferedAmount = 9 * 1024 * 1024;
  heard.get("packetCreate")?.();
  expect(cut).toEqual(["connection", "wire"]);
});
