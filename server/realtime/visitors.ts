import type { DefaultEventsMap, Namespace, Socket } from "socket.io";
import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import { isOwnOrigin } from "#server/core/own-page.ts";
import type { RelayedEvent } from "#server/kit/relay/consumer.ts";
import { asAppError } from "#server/kit/rest/answer.ts";
import { visitorByToken } from "#server/visitors/authentication.ts";
import { isAllowedOrigin } from "#server/visitors/origins.ts";
import { visitorMessageSchema } from "#server/visitors/schema.ts";
import { typeAsVisitor } from "#server/visitors/typing.ts";
import { viewForVisitor } from "#server/visitors/viewing.ts";
import { Bucket } from "./limits.ts";
import type { Handshake } from "./origin.ts";
import type { Presence } from "./presence.ts";
import type { Loaded, LoadedConversation } from "./reading.sql.ts";
import { codeOf, refusal } from "./refusals.ts";
import { rooms } from "./rooms.ts";
import type { Acknowledgement, VisitorEvents, VisitorRequests } from "./schema.ts";

type VisitorData = { actor: Actor; token: string };
type VisitorSocket = Socket<VisitorRequests, VisitorEvents, DefaultEventsMap, VisitorData>;
export type VisitorNamespace = Namespace<VisitorRequests, VisitorEvents, DefaultEventsMap, VisitorData>;

const authSchema = z.object({ token: z.string().max(200) });
const recheckMs = 60_000;
/** Open pages of one visitor. */
const mostSockets = 20;

type Parts = {
  namespace: VisitorNamespace;
  handshakeOf: (socket: VisitorSocket) => Handshake | undefined;
  presence: Presence;
};

function mayConnect({ origin, host }: Handshake, allowed: readonly string[]): boolean {
  return origin === undefined || isOwnOrigin(origin, host) || isAllowedOrigin(origin, allowed);
}

async function admit(socket: VisitorSocket, handshake: Handshake | undefined): Promise<void> {
  const auth = authSchema.safeParse(socket.handshake.auth);
  const found = auth.success ? await visitorByToken(auth.data.token) : undefined;
  if (!auth.success || !found?.actor.visitor) throw refusal(new AppError("unauthorized"));
  if (!handshake || !mayConnect(handshake, found.allowedOrigins)) throw refusal(new AppError("forbidden"));
  const { companyId, visitor } = found.actor;
  const room = rooms.visitor(companyId, visitor.channelId, visitor.visitorId);
  if ((socket.nsp.adapter.rooms.get(room)?.size ?? 0) >= mostSockets) throw refusal(new AppError("limit_reached"));
  socket.data = { actor: found.actor, token: auth.data.token };
}

function listen(socket: VisitorSocket): void {
  const bucket = new Bucket(10, 2);
  socket.on("typing", (input: unknown, acknowledge?: unknown) => {
    const reply = (result: Acknowledgement) => typeof acknowledge === "function" && acknowledge(result);
    if (!bucket.take()) return void reply({ ok: false, error: "rate_limited" });
    const parsed = typeAsVisitor.input.safeParse(input);
    if (!parsed.success) return void reply({ ok: false, error: "validation_error" });
    typeAsVisitor.execute(socket.data.actor, parsed.data).then(
      () => reply({ ok: true }),
      (error: unknown) => reply({ ok: false, error: codeOf(error) }),
    );
  });
}

function welcome(socket: VisitorSocket, presence: Presence): void {
  const { companyId, visitor } = socket.data.actor;
  if (!visitor) return;
  // One room for all of the visitor's conversations: the server derives it from each conversation's own row.
  void socket.join([rooms.visitor(companyId, visitor.channelId, visitor.visitorId), rooms.visitors(companyId)]);
  listen(socket);
  const recheck = setInterval(
    () => {
      visitorByToken(socket.data.token).then(
        (found) => found ?? socket.disconnect(true),
        (error: unknown) => log.warn({ error }, "a visitor's session could not be checked"),
      );
    },
    recheckMs * (0.75 + Math.random() / 2),
  );
  const leave = presence.visit(companyId);
  socket.on("disconnect", () => {
    clearInterval(recheck);
    leave();
  });
  socket.emit("hello", { team: presence.isTeamOnline(companyId) });
}

/** The visitors' sockets: each gets its own conversations only, and of those never notes or commands. */
export function serveVisitors({ namespace, handshakeOf, presence }: Parts): void {
  namespace.use((socket, next) => {
    admit(socket, handshakeOf(socket)).then(
      () => next(),
      (error: Error) => next("data" in error ? error : refusal(asAppError(error))),
    );
  });
  namespace.on("connection", (socket) => welcome(socket, presence));
}

const roomOf = (row: LoadedConversation) => rooms.visitor(row.companyId, row.channelId, row.visitorId);

/** Whose session is over hears nothing of what is said from then on. */
function partWith(namespace: VisitorNamespace, event: RelayedEvent): void {
  if (event.type !== "visitor/session_ended") return;
  const { channelId, visitorId, sessionId } = event.data;
  const room = rooms.visitor(event.companyId, channelId, visitorId);
  for (const id of [...(namespace.adapter.rooms.get(room) ?? [])]) {
    const socket = namespace.sockets.get(id);
    if (socket?.data.actor.visitor?.sessionId === sessionId) socket.disconnect(true);
  }
}

/** Sends the visitors' part of a batch to those connected. */
export function sendToVisitors(namespace: VisitorNamespace, events: readonly RelayedEvent[], loaded: Loaded): void {
  const changed = new Set<LoadedConversation>();
  const filled = new Set<string>();
  for (const event of events) partWith(namespace, event);
  for (const event of events) {
    const row = event.conversationId ? loaded.conversations.get(event.conversationId) : undefined;
    if (!row || !namespace.adapter.rooms.has(roomOf(row))) continue;
    changed.add(row);
    if (event.type === "conversation/updated" && "customFields" in event.data.changes) filled.add(row.id);
    const { seq, status } = event.type === "message/status" ? event.data : {};
    if (seq !== undefined && !event.messageId && (status === "delivered" || status === "read")) {
      namespace.local.to(roomOf(row)).emit("status", { conversationId: row.id, seq, status });
    }
    const message = event.messageId ? loaded.messages.get(event.messageId) : undefined;
    const view = message && viewForVisitor(message, message.avatarUrl);
    if (view) namespace.local.to(roomOf(row)).emit("message", { message: visitorMessageSchema.parse(view) });
  }
  for (const { id, status, chatbotState, lastSeq, visitorReadSeq, ...row } of changed) {
    const state = { id, closed: status === "closed", botOn: chatbotState === "ON", lastSeq, readSeq: visitorReadSeq };
    namespace.local
      .to(rooms.visitor(row.companyId, row.channelId, row.visitorId))
      .emit("conversation", filled.has(id) ? { ...state, fieldsChanged: true } : state);
  }
}
