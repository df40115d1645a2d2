import type { Actor } from "#server/core/actor.ts";
import type { Elsewhere, Here } from "./board.ts";
import type { Viewer } from "./schema.ts";

type Room = Map<string, { viewer: Viewer; sockets: Set<string> }>;
type Told = { companyId: string; conversationId: string; source: string; viewers: Viewer[] };

/** Who has which thread open, on this process and, as reported, on others. Sent to those who have it open here. */
export class Viewers {
  private readonly instance: string;
  private readonly threads = new Map<string, Map<string, Room>>();
  private readonly elsewhere = new Map<string, Elsewhere>();
  private readonly tell: (told: Told) => void;
  private readonly changed: (companyId: string) => void;

  constructor(instance: string, tell: (told: Told) => void, changed: (companyId: string) => void) {
    this.instance = instance;
    this.tell = tell;
    this.changed = changed;
  }

  enter(actor: Actor, conversationId: string, socketId: string): void {
    const { companyId } = actor;
    const threads = this.threads.get(companyId) ?? new Map<string, Room>();
    this.threads.set(companyId, threads);
    const room: Room = threads.get(conversationId) ?? new Map();
    threads.set(conversationId, room);
    const userId = actor.userId ?? actor.id;
    const known = room.get(userId);
    if (known) known.sockets.add(socketId);
    else room.set(userId, { viewer: { id: userId, name: actor.name }, sockets: new Set([socketId]) });
    if (!known) this.changed(companyId);
    // Sent even when nothing is new, because someone who has just come does not know the others.
    this.announce(companyId, conversationId);
  }

  leave(actor: Actor, conversationId: string, socketId: string): void {
    const threads = this.threads.get(actor.companyId);
    const room = threads?.get(conversationId);
    const userId = actor.userId ?? actor.id;
    const known = room?.get(userId);
    if (!threads || !room || !known?.sockets.delete(socketId) || known.sockets.size > 0) return;
    room.delete(userId);
    if (room.size === 0) threads.delete(conversationId);
    if (threads.size === 0) this.threads.delete(actor.companyId);
    this.changed(actor.companyId);
    this.tellOf(
      actor.companyId,
      conversationId,
      this.instance,
      [...room.values()].map(({ viewer }) => viewer),
    );
  }

  /** Takes over the other instances' reports; a thread that is no longer open there is reported as empty. */
  hear(companyId: string, elsewhere: Elsewhere): void {
    const before = this.elsewhere.get(companyId) ?? new Map<string, Here>();
    this.elsewhere.set(companyId, elsewhere);
    if (elsewhere.size === 0) this.elsewhere.delete(companyId);
    for (const source of new Set([...before.keys(), ...elsewhere.keys()])) {
      const [old, now] = [before.get(source)?.threads ?? {}, elsewhere.get(source)?.threads ?? {}];
      for (const conversationId of new Set([...Object.keys(old), ...Object.keys(now)])) {
        this.tellOf(companyId, conversationId, source, viewersIn(now[conversationId]));
      }
    }
  }

  /** The threads open on this process, for the others. */
  here(companyId: string): Here["threads"] {
    const threads = [...(this.threads.get(companyId) ?? [])];
    const named = (room: Room) => Object.fromEntries([...room.values()].map(({ viewer }) => [viewer.id, viewer.name]));
    return Object.fromEntries(threads.map(([conversationId, room]) => [conversationId, named(room)]));
  }

  /** Sends everything again, for clients that missed a change. */
  repeat(): void {
    for (const [companyId, threads] of this.threads) {
      for (const conversationId of threads.keys()) this.announce(companyId, conversationId);
    }
  }

  private announce(companyId: string, conversationId: string): void {
    const room = this.threads.get(companyId)?.get(conversationId);
    this.tellOf(
      companyId,
      conversationId,
      this.instance,
      [...(room?.values() ?? [])].map(({ viewer }) => viewer),
    );
    for (const [source, { threads }] of this.elsewhere.get(companyId) ?? []) {
      const there = threads[conversationId];
      if (there) this.tellOf(companyId, conversationId, source, viewersIn(there));
    }
  }

  private tellOf(companyId: string, conversationId: string, source: string, viewers: Viewer[]): void {
    this.tell({ companyId, conversationId, source, viewers });
  }
}

function viewersIn(people: Record<string, string> = {}): Viewer[] {
  return Object.entries(people).map(([id, name]) => ({ id, name }));
}
