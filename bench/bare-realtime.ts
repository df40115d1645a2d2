import { createServer } from "node:http";
import pg from "pg";
import { Server } from "socket.io";
import { systemActor } from "#server/core/actor.ts";
import { openTenantPool, poolConfig, tenantRole } from "#server/db/pool.ts";
import { openSystemPool, systemPool } from "#server/db/system.ts";
import { connectListeners } from "#server/listeners.ts";
import { type Recording, record, repeat } from "./replay/recording.ts";
import { sayAsVisitor } from "./replay/work.ts";

// The limit that live messages are measured against: node:http, the same statements by bare pg, and Socket.IO that
// tells every agent at once. Nothing is checked, nobody is asked who they are.
const url = process.env.DATABASE_URL ?? "";
const companyId = process.env.BENCH_COMPANY ?? "";
const conversations = (process.env.BENCH_CONVERSATIONS ?? "").split(",");
connectListeners();
openTenantPool(url, 1);
openSystemPool(url, 1);

const lastSeqOf = async (id: string) => {
  const text = `select "lastSeq" from conversations where "id" = $1`;
  return (await systemPool().query<{ lastSeq: number }>(text, [id])).rows[0]?.lastSeq ?? 0;
};
const recordings = new Map<string, Recording>();
for (const id of conversations) {
  const run = () => sayAsVisitor(systemActor(companyId), id);
  recordings.set(id, await record({ run, warm: run, conversation: async () => id, lastSeq: lastSeqOf }));
}

// It waits as long as it takes: a slow disk is no fault.
const pool = new pg.Pool({ ...poolConfig(url, tenantRole, 16), connectionTimeoutMillis: 0 });
const known = new WeakSet<pg.PoolClient>();

async function store(id: string): Promise<void> {
  const recording = recordings.get(id);
  if (!recording) throw new Error(`${id} was not recorded`);
  const client = await pool.connect();
  try {
    if (!known.has(client)) await client.query("select set_config('app.company_id', $1, false)", [companyId]);
    known.add(client);
    await repeat(client, recording, 0);
  } finally {
    client.release();
  }
}

const server = createServer(async (request, response) => {
  const id = /conversations\/([^/]+)\/messages/.exec(request.url ?? "")?.[1];
  if (!id) return response.writeHead(200).end("ok");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { body: text } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { body: string };
  await store(id);
  response.writeHead(202, { "content-type": "application/json" }).end(JSON.stringify({ id, text }));
  io.to(id).emit("events", { events: [{ type: "conversation/message", message: { id, text } }] });
  io.emit("events", { events: [{ type: "conversation/row", conversation: { id, lastMessage: text } }] });
});
const io = new Server(server, { transports: ["websocket"] });
io.on("connection", (socket) => {
  socket.on("watch", ({ conversationId }: { conversationId: string }, done: () => void) => {
    socket.join(conversationId);
    done();
  });
  socket.emit("hello");
});
// A caller that pauses between rounds keeps its connections.
server.keepAliveTimeout = 120_000;
server.listen(Number(process.env.PORT));
process.on("SIGTERM", () => process.exit(0));
