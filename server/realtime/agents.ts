import { isDeepStrictEqual } from "node:util";
import type { DefaultEventsMap, Namespace, Socket } from "socket.io";
import type { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { readableConversation } from "#server/conversations/access.sql.ts";
import { type Actor, can, personBehind } from "#server/core/actor.ts";
import { newestSeq } from "#server/core/events/feed.sql.ts";
import { parseInput } from "#server/core/input.ts";
import { refuseWhileSeeing } from "#server/core/operation.ts";
import { inCompany } from "#server/db/pool.ts";
import type { RelayedEvent } from "#server/kit/relay/consumer.ts";
import { actorFromCookies, isOtherPerson } from "#server/sessions/authentication.ts";
import { availabilityOf } from "#server/users/availability.sql.ts";
import { Bucket } from "./limits.ts";
import { type Handshake, mayConnectAsAgent } from "./origin.ts";
import type { Presence } from "./presence.ts";
import type { Loaded } from "./reading.sql.ts";
import { codeOf, refusal } from "./refusals.ts";
import { holdersOf, placeOf } from "./rendering.ts";
import { isInAudience, rooms, roomsOf } from "./rooms.ts";
import { type Acknowledgement, type AgentEvents, type AgentRequests, typingInput, watchInput } from "./schema.ts";
import type { Viewers } from "./viewers.ts";

type Watched = { channelId: string; visitorId: string };
type AgentData = { actor: Actor; handshake: Handshake; watching: Map<string, Watched>; present: boolean };
type AgentSocket = Socket<AgentRequests, AgentEvents, DefaultEventsMap, AgentData>;
export type AgentNamespace = Namespace<AgentRequests, AgentEvents, DefaultEventsMap, AgentData>;

const recheckMs = 60_000;
/** Sign-ins are cached for a few seconds elsewhere: a recent change is checked again after that. */
const secondLookMs = 6000;
const mostThreads = 20;
/** A role or a team may be that of anybody. */
const ofMany: ReadonlySet<string> = new Set(["company/changed", "role/changed", "team/changed", "field/changed"]);

type Parts = {
  namespace: AgentNamespace;
  handshakeOf: (socket: AgentSocket) => Handshake | undefined;
  presence: Presence;
  viewers: Viewers;
  /** Sends an agent's typing to the visitor. */
  tellVisitor: (
    companyId: string,
    visitor: Watched,
    typing: { conversationId: string; name: string; typing: boolean },
  ) => void;
};

/** The agents' sockets: signed in by their cookie, in rooms that only the server chooses. */
export class Agents {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    parts.namespace.use((socket, next) => {
      this.admit(socket).then(
        () => next(),
        (error: Error) => next(error),
      );
    });
    parts.namespace.on("connection", (socket) => void this.welcome(socket));
  }

  /** Removes sockets from a thread they may no longer see, before its next message is sent. */
  settle(companyId: string, loaded: Loaded, events: readonly RelayedEvent[]): void {
    for (const row of loaded.conversations.values()) {
      const audience = {
        kind: "thread" as const,
        conversationId: row.id,
        holders: holdersOf(row),
        place: placeOf(row),
      };
      for (const socket of this.inRoom(rooms.thread(companyId, row.id))) {
        if (!isInAudience(socket.data.actor, audience)) this.expel(socket, row.id, events.at(-1)?.seq ?? 0);
      }
    }
    for (const event of events) this.heed(companyId, event);
  }

  /** Checks every socket again whose rights an event may have changed. */
  private heed(companyId: string, event: RelayedEvent): void {
    if (ofMany.has(event.type)) this.recheckAll(rooms.company(companyId));
    if (event.type === "user/changed") this.recheckAll(rooms.user(companyId, event.data.id));
    if (event.type === "session/ended") this.recheckAll(rooms.user(companyId, event.data.userId));
    if (event.type === "session/preview_started") this.recheckAll(rooms.user(companyId, event.data.byId));
    if (event.type === "session/preview_ended") this.recheckAll(rooms.user(companyId, event.data.userId));
  }

  private recheckAll(room: string): void {
    for (const socket of this.inRoom(room)) {
      void this.recheck(socket);
      setTimeout(() => void this.recheck(socket), secondLookMs).unref();
    }
  }

  private inRoom(room: string): AgentSocket[] {
    const { namespace } = this.parts;
    return [...(namespace.adapter.rooms.get(room) ?? [])].flatMap((id) => namespace.sockets.get(id) ?? []);
  }

  private async admit(socket: AgentSocket): Promise<void> {
    const handshake = this.parts.handshakeOf(socket);
    if (!handshake || !mayConnectAsAgent(handshake)) throw refusal(new AppError("forbidden"));
    const actor = await actorFromCookies(handshake.cookie).catch((error: unknown) => {
      log.warn({ error }, "a socket's sign-in could not be checked");
      throw refusal(new AppError("unavailable"));
    });
    if (actor?.type !== "user") throw refusal(new AppError("unauthorized"));
    if (isOtherPerson(actor, socket.handshake.auth.person)) throw refusal(new AppError("conflict"));
    socket.data = { actor, handshake, watching: new Map(), present: false };
  }

  private async welcome(socket: AgentSocket): Promise<void> {
    const { actor } = socket.data;
    const { companyId, userId } = actor;
    const person = personBehind(actor);
    // Checks are spread out, so that a thousand sockets do not query at once.
    const recheck = setInterval(() => void this.recheck(socket), recheckMs * (0.75 + Math.random() / 2));
    socket.on("disconnect", () => {
      clearInterval(recheck);
      this.farewell(socket);
    });
    this.listen(socket);
    await socket.join(roomsOf(actor));
    try {
      // Read after joining, so that everything later arrives by itself.
      const seq = await inCompany(companyId, () => newestSeq(companyId));
      const available = await this.isAvailable(person);
      if (!socket.connected) return;
      socket.data.present = true;
      this.parts.presence.arrive(companyId, person, available);
      socket.emit("hello", { seq, userId: userId ?? actor.id });
      const users = this.parts.presence.online(companyId).map((id) => ({ id, online: true }));
      socket.emit("presence", { users });
      // A change of rights between signing in and joining the rooms was not sent to this socket.
      setTimeout(() => void this.recheck(socket), secondLookMs * (1 + Math.random())).unref();
    } catch (error) {
      log.warn({ error }, "a socket could not be welcomed");
      socket.disconnect(true);
    }
  }

  private farewell(socket: AgentSocket): void {
    const { actor, watching } = socket.data;
    for (const conversationId of watching.keys()) this.parts.viewers.leave(actor, conversationId, socket.id);
    watching.clear();
    if (socket.data.present) this.parts.presence.depart(actor.companyId, personBehind(actor));
    socket.data.present = false;
  }

  /** Whether the person has set themselves to available, not away. */
  private async isAvailable({ companyId, userId }: Actor): Promise<boolean> {
    const found = await inCompany(companyId, () => availabilityOf(companyId, userId));
    return found?.availability === "online";
  }

  private listen(socket: AgentSocket): void {
    const bucket = new Bucket(40, 10);
    const answer = (name: keyof AgentRequests, work: (input: unknown) => Promise<void> | void) => {
      socket.on(name, (input: unknown, acknowledge?: unknown) => {
        const reply = (result: Acknowledgement) => typeof acknowledge === "function" && acknowledge(result);
        if (!bucket.take()) return void reply({ ok: false, error: "rate_limited" });
        Promise.resolve()
          .then(() => work(input))
          .then(
            () => reply({ ok: true }),
            (error: unknown) => reply({ ok: false, error: codeOf(error) }),
          );
      });
    };
    answer("watch", (input) => this.watch(socket, read(watchInput, input).conversationId));
    answer("unwatch", (input) => this.unwatch(socket, read(watchInput, input).conversationId));
    answer("typing", (input) => this.typing(socket, read(typingInput, input)));
    answer("echo", () => undefined);
  }

  private async watch(socket: AgentSocket, conversationId: string): Promise<void> {
    const { actor, watching } = socket.data;
    if (!can(actor, "clients_read")) throw new AppError("forbidden");
    if (watching.size >= mostThreads && !watching.has(conversationId)) throw new AppError("limit_reached");
    const room = rooms.thread(actor.companyId, conversationId);
    // Joins first and checks afterwards: one of the two catches an assignment in between.
    await socket.join(room);
    try {
      const { channelId, visitorId } = await inCompany(actor.companyId, () =>
        readableConversation(actor, conversationId),
      );
      // Removed during the check.
      if (!socket.rooms.has(room)) throw new AppError("not_found");
      watching.set(conversationId, { channelId, visitorId });
    } catch (error) {
      await socket.leave(room);
      throw error;
    }
    // Who looks as somebody else is not in the thread, neither as them nor as themselves.
    if (!socket.connected || actor.seenBy) return;
    this.parts.viewers.enter(actor, conversationId, socket.id);
  }

  private async unwatch(socket: AgentSocket, conversationId: string): Promise<void> {
    const { actor, watching } = socket.data;
    if (!watching.delete(conversationId)) return;
    await socket.leave(rooms.thread(actor.companyId, conversationId));
    this.parts.viewers.leave(actor, conversationId, socket.id);
  }

  private typing(socket: AgentSocket, input: z.output<typeof typingInput>): void {
    const { actor, watching } = socket.data;
    refuseWhileSeeing(actor);
    const visitor = watching.get(input.conversationId);
    if (!visitor) throw new AppError("not_found");
    const { id, name } = { id: actor.userId ?? actor.id, name: actor.name };
    const room = rooms.thread(actor.companyId, input.conversationId);
    socket.to(room).volatile.emit("typing", { ...input, from: "agent", id, name });
    if (can(actor, "chat_talk")) this.parts.tellVisitor(actor.companyId, visitor, { ...input, name });
  }

  private expel(socket: AgentSocket, conversationId: string, seq: number): void {
    // Sockets whose check is still running leave the room too.
    void socket.leave(rooms.thread(socket.data.actor.companyId, conversationId));
    void this.unwatch(socket, conversationId);
    const gone = { type: "conversation/gone", conversationId, contactId: null, actorId: "", actorName: "", seq };
    socket.emit("events", { seq: 0, events: [gone] });
  }

  /** Signed out, demoted, moved: the socket ends, or its rooms become what the person may see now. */
  private async recheck(socket: AgentSocket): Promise<void> {
    if (!socket.connected) return;
    const before = socket.data.actor;
    const actor = await actorFromCookies(socket.data.handshake.cookie).catch((error: unknown) => {
      // Cannot be checked right now: the next check decides.
      log.warn({ error, userId: before.userId }, "a socket's session could not be looked up");
      return undefined;
    });
    if (actor === undefined || !socket.connected) return;
    if (actor === null || actor.userId !== before.userId || actor.companyId !== before.companyId) {
      // The same browser with another view: an administrator began or stopped to look as somebody else.
      const another = actor !== null && personBehind(actor).userId === personBehind(before).userId;
      socket.emit(another ? "other-person" : "signed-out");
      socket.disconnect(true);
      return;
    }
    socket.data.actor = actor;
    const available = await this.isAvailable(personBehind(actor)).catch((error: unknown) => {
      // What is known of it stays until the next check.
      log.warn({ error, userId: actor.userId }, "whether somebody is available could not be looked up");
      return undefined;
    });
    if (available !== undefined && socket.data.present) this.parts.presence.note(personBehind(actor), available);
    if (sameRights(actor, before)) return;
    const wanted = new Set(roomsOf(actor));
    const threads = [...socket.data.watching.keys()];
    const keep = new Set([socket.id, ...threads.map((id) => rooms.thread(actor.companyId, id))]);
    for (const room of [...socket.rooms]) if (!wanted.has(room) && !keep.has(room)) await socket.leave(room);
    await socket.join([...wanted]);
    try {
      await Promise.all(threads.map((id) => this.watchOn(socket, id)));
      socket.emit("reset");
    } catch (error) {
      // The right to see it could not be checked: the client reconnects in a moment and asks for everything again.
      log.warn({ error, userId: actor.userId }, "what a socket may look at could not be looked up");
      socket.disconnect(true);
    }
  }

  /** A thread that may no longer be seen disappears from the screen; one that could not be checked stays. */
  private async watchOn(socket: AgentSocket, conversationId: string): Promise<void> {
    try {
      await this.watch(socket, conversationId);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      this.expel(socket, conversationId, 0);
    }
  }
}

function sameRights(one: Actor, other: Actor): boolean {
  return (
    one.seesUnassigned === other.seesUnassigned &&
    one.permissions.size === other.permissions.size &&
    [...one.permissions].every((permission) => other.permissions.has(permission)) &&
    isDeepStrictEqual(one.sight, other.sight)
  );
}

function read<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  return parseInput(schema, input);
}
