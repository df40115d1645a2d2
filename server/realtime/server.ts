import type { Server as HttpServer, IncomingMessage } from "node:http";
import { Server } from "socket.io";
import { newId } from "#server/base/ids.ts";
import { lookedUp } from "#server/base/measures.ts";
import { connectRedis } from "#server/base/redis.ts";
import { showTyping } from "#server/channels/outbound/read-marks.ts";
import { env } from "#server/config/env.ts";
import { maskValue } from "#server/core/masking.ts";
import { masksOf } from "#server/core/rights.ts";
import { onTyping, type TypingSignal } from "#server/kit/realtime/signals.ts";
import { followRelay } from "#server/relay/tail.ts";
import { type AgentNamespace, Agents } from "./agents.ts";
import { Board } from "./board.ts";
import { Delivery } from "./delivery.ts";
import { type Connection, guard } from "./guarding.ts";
import { type Handshake, handshakeOf } from "./origin.ts";
import { Presence } from "./presence.ts";
import { rooms } from "./rooms.ts";
import type { Frame } from "./schema.ts";
import { Viewers } from "./viewers.ts";
import { sendToVisitors, serveVisitors, type VisitorNamespace } from "./visitors.ts";

type Realtime = { close(): Promise<void> };

const largestPacket = 64 * 1024;
const repeatViewersMs = 20_000;

/** Opens the sockets of agents (/) and visitors (/visitor) on the HTTP server. The relay runs already. */
export async function attachRealtime(httpServer: HttpServer): Promise<Realtime> {
  const io = new Server(httpServer, {
    path: "/socket.io",
    serveClient: false,
    // Websocket only: no sticky sessions, one connection per tab. Without it clients ask `realtime.since` by HTTP.
    transports: ["websocket"],
    destroyUpgrade: false,
    maxHttpBufferSize: largestPacket,
    perMessageDeflate: false,
    connectTimeout: 10_000,
    pingInterval: 20_000,
    pingTimeout: 20_000,
    allowRequest: (request, callback) => callback(null, isPlausible(request)),
  });
  const adapter = await joinInstances();
  if (adapter) io.adapter(adapter.create);
  const handshakes = keepHandshakes(io);
  const agents: AgentNamespace = io.of("/");
  const visitors: VisitorNamespace = io.of("/visitor");
  const parts = connect(newId(), agents, visitors, handshakes);
  const figure = { name: "parley_sockets", help: "Open sockets of this process.", labelNames: ["of"] as const };
  lookedUp(figure, () => [
    { labels: { of: "agents" }, value: agents.sockets.size },
    { labels: { of: "visitors" }, value: visitors.sockets.size },
  ]);
  return {
    close: async () => {
      agents.local.emit("server:restart");
      visitors.local.emit("server:restart");
      const stopped = parts.stop();
      agents.local.disconnectSockets(true);
      visitors.local.disconnectSockets(true);
      io.engine.close();
      await stopped;
      await adapter?.close();
    },
  };
}

function boardOf(instance: string, presence: Presence, viewers: Viewers): Board {
  return new Board({
    instance,
    here: (companyId) => {
      const [people, threads] = [presence.here(companyId), viewers.here(companyId)];
      return Object.keys(people).length > 0 ? { people, threads } : undefined;
    },
    followed: () => presence.followed(),
    heard: (companyId, elsewhere) => {
      presence.hear(companyId, elsewhere);
      viewers.hear(companyId, elsewhere);
    },
  });
}

function connect(
  instance: string,
  agents: AgentNamespace,
  visitors: VisitorNamespace,
  handshakes: WeakMap<object, Handshake>,
) {
  // Every instance serves its own sockets: all read the same board.
  const presence = new Presence({
    users: (companyId, users) => agents.local.to(rooms.company(companyId)).emit("presence", { users }),
    team: (companyId, online) => visitors.local.to(rooms.visitors(companyId)).emit("team", { online }),
    changed: (companyId) => board.note(companyId),
    follows: () => board.read(),
  });
  const viewers = new Viewers(
    instance,
    ({ companyId, ...told }) => agents.local.to(rooms.thread(companyId, told.conversationId)).emit("viewers", told),
    (companyId) => board.note(companyId),
  );
  const board = boardOf(instance, presence, viewers);
  const sockets = new Agents({
    namespace: agents,
    handshakeOf: (socket) => handshakes.get(socket.conn),
    presence,
    viewers,
    tellVisitor: (companyId, { channelId, visitorId }, { conversationId, name, typing }) => {
      const room = rooms.visitor(companyId, channelId, visitorId);
      const shown = { conversationId, from: "agent" as const, name: name.trim().split(/\s+/)[0] ?? "", typing };
      visitors.to(room).volatile.emit("typing", shown);
      if (typing) void showTyping({ companyId, channelId, conversationId });
    },
  });
  const handshakeOfVisitor = (socket: { conn: object }) => handshakes.get(socket.conn);
  serveVisitors({ namespace: visitors, handshakeOf: handshakeOfVisitor, presence });
  const delivery = deliver(agents, visitors, sockets);
  const stopFollowing = followRelay((events) => delivery.take(events));
  const stopTyping = onTyping((signal) => tellTyping(agents, visitors, signal));
  const timer = setInterval(() => viewers.repeat(), repeatViewersMs);
  return {
    stop: async () => {
      stopFollowing();
      stopTyping();
      clearInterval(timer);
      delivery.stop();
      presence.stop();
      await board.stop();
    },
  };
}

/** Stored events reach every instance by the relay, so each sends them to its own sockets only. */
function deliver(agents: AgentNamespace, visitors: VisitorNamespace, sockets: Agents): Delivery {
  const here = agents.adapter.rooms;
  return new Delivery({
    size: (room) => here.get(room)?.size ?? 0,
    emit: (room, frame) => sendFrame(agents, room, frame),
    position: (room, seq) => agents.local.to(room).emit("position", { seq }),
    reset: (companyId) => {
      agents.local.to(rooms.company(companyId)).emit("reset");
      visitors.local.to(rooms.visitors(companyId)).emit("reset");
    },
    settle: (companyId, loaded, events) => sockets.settle(companyId, loaded, events),
    visitors: (_, events, loaded) => sendToVisitors(visitors, events, loaded),
    listens: (companyId) => here.has(rooms.company(companyId)) || visitors.adapter.rooms.has(rooms.visitors(companyId)),
  });
}

/** Whose role hides something gets the same events masked; everybody else's are sent as one. */
function sendFrame(agents: AgentNamespace, room: string, frame: Frame): void {
  const { rooms: members } = agents.adapter;
  const apart = rooms.veiled(room.split(":")[1] ?? "");
  const masked = members.get(apart);
  if (!masked) return void agents.local.to(room).emit("events", frame);
  agents.local.to(room).except(apart).emit("events", frame);
  // Once for all from whom the same is hidden.
  const made = new Map<string, Frame>();
  for (const id of masked) {
    const socket = members.get(room)?.has(id) ? agents.sockets.get(id) : undefined;
    if (!socket) continue;
    const masks = masksOf(socket.data.actor);
    const shown = made.get(masks.join()) ?? maskValue(frame, masks);
    made.set(masks.join(), shown);
    socket.emit("events", shown);
  }
}

function tellTyping(agents: AgentNamespace, visitors: VisitorNamespace, signal: TypingSignal): void {
  const { companyId, conversationId, channelId, visitorId, from, name, typing } = signal;
  const room = rooms.thread(companyId, conversationId);
  agents.to(room).volatile.emit("typing", { conversationId, from, id: from, name, typing });
  if (from !== "robot") return;
  const shown = { conversationId, from, name, typing };
  visitors.to(rooms.visitor(companyId, channelId, visitorId)).volatile.emit("typing", shown);
  if (typing) void showTyping({ companyId, channelId, conversationId });
}

/** Both namespaces share the handshake: each checks the origin by its own rule; here only nonsense is refused. */
function isPlausible({ headers: { origin } }: IncomingMessage): boolean {
  return origin === undefined || (URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol));
}

/** Keeps the few needed fields of each handshake and releases the request: saves 2 to 3 KB per socket. */
function keepHandshakes(io: Server): WeakMap<object, Handshake> {
  const handshakes = new WeakMap<object, Handshake>();
  io.engine.on("connection", (socket: Connection & { request: IncomingMessage | null }) => {
    const handshake = socket.request ? handshakeOf(socket.request) : undefined;
    if (handshake) handshakes.set(socket, handshake);
    guard(socket, handshake?.address ?? "");
    socket.request = null;
  });
  return handshakes;
}

/** With Redis, typing reaches the sockets of all instances; while it is away, those of this one. */
async function joinInstances() {
  if (!env.redisUrl) return undefined;
  const { createAdapter } = await import("@socket.io/redis-streams-adapter");
  const { client, close } = connectRedis(env.redisUrl, "sockets", { queue: 200 });
  return { create: createAdapter(client), close };
}
