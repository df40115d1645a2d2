import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { io } from "socket.io-client";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { EventSocket } from "./event-socket.ts";

type Told = { hello: (state: { name: string }) => void; many: (first: number, second: string) => void };
type Asked = {
  echo: (input: unknown, acknowledge?: (input: unknown) => void) => void;
  leave: (input: unknown) => void;
};

const http = createServer();
const server = new Server(http, { transports: ["websocket"], pingInterval: 150, pingTimeout: 150 });
let origin = "";
let leave: () => void = () => undefined;

beforeAll(async () => {
  server.of("/visitor").use((socket, next) => {
    if (socket.handshake.auth.token === "good") return next();
    next(Object.assign(new Error("not known"), { data: { error: "unauthorized" } }));
  });
  for (const namespace of [server.of("/"), server.of("/visitor")]) {
    namespace.on("connection", (socket) => {
      socket.emit("hello", { name: String(socket.handshake.auth.person ?? socket.handshake.headers.cookie ?? "") });
      socket.emit("many", 1, "zwei");
      socket.on("echo", (input, acknowledge) => acknowledge(input));
      socket.on("leave", () => socket.disconnect(true));
    });
  }
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(() => leave());
afterAll(() => server.close());

type Log = { words: unknown[]; ids: Set<string | undefined> };
const pauses = { first: 20, longest: 50 };

/** Our socket and the library's, with everything that each tells. */
function own(namespace = "", auth = {}) {
  const socket = new EventSocket<Told, Asked>({
    origin,
    namespace,
    pauses,
    patience: 2000,
    headers: { cookie: "a=1" },
  });
  const log: Log = { words: [], ids: new Set() };
  socket.auth = auth;
  socket.on("hello", (state) => log.words.push(["hello", state]));
  socket.on("many", (...given) => log.words.push(["many", ...given]));
  socket.on("connect", () => log.ids.add(socket.id));
  socket.on("disconnect", (reason) => log.words.push(["disconnect", reason]));
  socket.on("connect_error", ({ message, data }) => log.words.push(["connect_error", message, data]));
  leave = () => socket.disconnect();
  socket.connect();
  return { socket, log };
}

async function library(namespace: string, auth: Record<string, string>, until: (words: unknown[]) => boolean) {
  const socket = io(`${origin}${namespace}`, {
    ...{ auth, transports: ["websocket"], forceNew: true, extraHeaders: { cookie: "a=1" } },
    reconnection: false,
  });
  const words: unknown[] = [];
  socket.onAny((name, ...given) => words.push([name, ...given]));
  socket.on("disconnect", (reason) => words.push(["disconnect", reason]));
  socket.on("connect_error", (error) => words.push(["connect_error", error.message, Reflect.get(error, "data")]));
  await vi.waitFor(() => expect(until(words)).toBe(true));
  const told = [...words];
  socket.disconnect();
  return told;
}

describe("the socket [found U15]", () => {
  it.each(["", "/visitor"])("hears in %s what the library hears, and is answered", async (namespace) => {
    const auth = { token: "good", person: "ana" };
    const theirs = await library(namespace, auth, (words) => words.length === 2);
    const { socket, log } = own(namespace, auth);
    await vi.waitFor(() => expect(log.words).toEqual(theirs));
    const answers = ["ü", { deep: [1] }].map((input) => new Promise((resolve) => socket.emit("echo", input, resolve)));
    expect(await Promise.all(answers)).toEqual(["ü", { deep: [1] }]);
    expect([socket.connected, log.ids.size]).toEqual([true, 1]);
  });

  it("tells a refusal with the server's data, and leaves it at that", async () => {
    const theirs = await library("/visitor", { token: "bad" }, (words) => words.length === 1);
    const { socket, log } = own("/visitor", { token: "bad" });
    await vi.waitFor(() => expect(log.words).toEqual(theirs));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([log.words.length, socket.active, socket.connected]).toEqual([1, false, false]);
  });

  it("stays away when the server ended it, and comes back when it is told to", async () => {
    const { socket, log } = own();
    await vi.waitFor(() => expect(socket.connected).toBe(true));
    socket.emit("leave", {});
    await vi.waitFor(() => expect(log.words.at(-1)).toEqual(["disconnect", "io server disconnect"]));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([socket.active, log.ids.size]).toEqual([false, 1]);
    socket.connect();
    await vi.waitFor(() => expect(log.ids.size).toBe(2));
  });

  it("comes back from every accident, with each listener once", async () => {
    const { socket, log } = own();
    for (let times = 1; times < 5; times += 1) {
      await vi.waitFor(() => expect(log.ids.size).toBe(times));
      if (times % 2) socket.cut();
      else for (const { client } of server.of("/").sockets.values()) client.conn.close();
    }
    await vi.waitFor(() => expect(log.words.filter((word) => String(word).startsWith("hello"))).toHaveLength(5));
    expect(log.words.filter((word) => String(word).startsWith("disconnect,transport"))).toHaveLength(4);
  });

  it("notices a line that has gone silent, and keeps one that is not", async () => {
    const { socket, log } = own();
    await vi.waitFor(() => expect(socket.connected).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(log.ids.size).toBe(1);
    // The server's pings stop; the line itself stays open.
    for (const { client } of server.of("/").sockets.values())
      clearTimeout(Reflect.get(client.conn, "pingIntervalTimer"));
    await vi.waitFor(() => expect(log.words.at(-1)).toEqual(["many", 1, "zwei"]), { timeout: 5000 });
    await vi.waitFor(() => expect(log.ids.size).toBe(2), { timeout: 5000 });
  });

  it("notices, once it looks, that its line has died while the computer slept", () => {
    vi.useFakeTimers();
    const wires: Wire[] = [];
    class Wire {
      onmessage?: (told: { data: string }) => void;
      constructor() {
        wires.push(this);
      }
      send = () => undefined;
      close = () => undefined;
    }
    vi.stubGlobal("WebSocket", Wire);
    const socket = new EventSocket<Told, Asked>({ origin, pauses, patience: 2000 });
    const ended: string[] = [];
    socket.on("disconnect", (reason) => ended.push(reason));
    socket.connect();
    for (const data of ['0{"pingInterval":20000,"pingTimeout":20000}', '40{"sid":"a"}'])
      wires[0]?.onmessage?.({ data });
    expect(socket.connected).toBe(true);
    // Timers stand still meanwhile.
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    expect(socket.alive()).toBe(false);
    expect(ended).toEqual(["transport close"]);
    vi.advanceTimersByTime(pauses.longest);
    expect(wires).toHaveLength(2);
    socket.disconnect();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("tries on while nobody answers, less and less often, until it is left", async () => {
    const nowhere = origin;
    origin = "http://127.0.0.1:9";
    const { socket, log } = own();
    origin = nowhere;
    await vi.waitFor(() => expect(log.words.length).toBeGreaterThan(3), { timeout: 5000 });
    for (const word of log.words)
      expect(word).toMatchObject(["connect_error", expect.stringContaining("transport"), undefined]);
    socket.disconnect();
    const known = log.words.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([log.words.length, socket.active]).toEqual([known, false]);
  });

  it("does not keep what was said while there was no connection", async () => {
    const { socket } = own();
    let answered = false;
    socket.emit("echo", 1, () => {
      answered = true;
    });
    await vi.waitFor(() => expect(socket.connected).toBe(true));
    expect(await new Promise((resolve) => socket.emit("echo", 2, resolve))).toBe(2);
    expect(answered).toBe(false);
  });
});
