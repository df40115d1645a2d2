import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { encode } from "next-auth/jwt";
import { io, type Socket } from "socket.io-client";
import { env, secret } from "#server/config/env.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import type { AgentEvents, Frame, LiveEvent } from "#server/realtime/schema.ts";
import { attachRealtime } from "#server/realtime/server.ts";
import { forgetChangedCredentials } from "#server/relay/credentials.ts";
import { startRelay } from "#server/relay/relay.ts";
import { sessionCookie } from "#server/sessions/cookies.ts";
import { startSession } from "#server/sessions/starting.ts";

/** A signed-in browser's Cookie header, with a session of its own. */
export async function signedIn(actor: Actor): Promise<{ cookie: string; sessionId: string }> {
  const { companyId, userId } = actor;
  const { sessionId } = await startSession.execute(systemActor(companyId), { userId: userId ?? "" });
  const token = await encode({ token: { companyId, userId, sessionId }, secret: secret() });
  return { cookie: `${sessionCookie}=${token}`, sessionId };
}

/** Looks often at first, then four times a second: a long wait stays below the limit of a token's requests. */
export async function until(condition: () => boolean | Promise<boolean>, what = "it", ms = 45_000): Promise<void> {
  const start = Date.now();
  while (!(await condition())) {
    const waited = Date.now() - start;
    if (waited > ms) throw new Error(`${what} did not happen in time`);
    await sleep(Math.min(250, Math.max(5, waited / 20)));
  }
}

/** What a socket received, as a test reads it. */
export type Ear = {
  socket: Socket;
  events: LiveEvent[];
  frames: Frame[];
  others: { name: string; state: unknown }[];
  seq: () => number;
  rows: (conversationId: string) => LiveEvent[];
  messages: (conversationId: string) => string[];
  watch: (conversationId: string) => Promise<unknown>;
};

export type SocketServer = {
  port: number;
  url: string;
  /** Connects as an agent; resolves when welcomed, throws the refusal's code. */
  agent: (cookie: string, headers?: Record<string, string>) => Promise<Ear>;
  visitor: (token: unknown, headers?: Record<string, string>) => Promise<Ear>;
  close: () => Promise<void>;
};

function listenTo(socket: Socket): Ear {
  const ear: Ear = {
    socket,
    events: [],
    frames: [],
    others: [],
    seq: () => Math.max(0, ...ear.frames.map(({ seq }) => seq)),
    rows: (id) => ear.events.filter((event) => event.type === "conversation/row" && event.conversationId === id),
    messages: (id) => ear.events.flatMap(({ message }) => (message?.conversationId === id ? message.text : [])),
    watch: (conversationId) => socket.timeout(3000).emitWithAck("watch", { conversationId }),
  };
  socket.on("events" satisfies keyof AgentEvents, (frame: Frame) => {
    ear.frames.push(frame);
    ear.events.push(...frame.events);
  });
  socket.onAny((name: string, state: unknown) => name !== "events" && ear.others.push({ name, state }));
  return ear;
}

function welcomed(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("hello", () => resolve());
    socket.once("connect_error", (error: Error & { data?: { error?: string } }) => {
      socket.disconnect();
      reject(new Error(error.data?.error ?? error.message));
    });
    socket.connect();
  });
}

/** The sockets of a process: HTTP server, relay and Socket.IO, without jobs. The doors are open already. */
export async function serveSockets(): Promise<SocketServer> {
  const url = env.databaseUrl ?? "";
  await prepareJobs(url);
  const stopForgetting = forgetChangedCredentials();
  const relay = await startRelay({ url, consumers: [], ticks: [] });
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const realtime = await attachRealtime(http);
  const { port } = http.address() as AddressInfo;
  const sockets: Socket[] = [];
  const open = async (path: string, options: { headers: Record<string, string>; auth?: Record<string, unknown> }) => {
    const extraHeaders = { origin: `http://127.0.0.1:${port}`, ...options.headers };
    const { auth = {} } = options;
    const socket = io(`http://127.0.0.1:${port}${path}`, {
      transports: ["websocket"],
      forceNew: true,
      autoConnect: false,
      reconnection: false,
      extraHeaders,
      auth,
    });
    sockets.push(socket);
    const ear = listenTo(socket);
    await welcomed(socket);
    return ear;
  };
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    agent: (cookie, headers = {}) => open("/", { headers: { cookie, ...headers } }),
    visitor: (token, headers = {}) => open("/visitor", { headers, auth: { token } }),
    close: async () => {
      for (const socket of sockets) socket.disconnect();
      await realtime.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await relay.stop();
      stopForgetting();
    },
  };
}
