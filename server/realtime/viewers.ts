import type { Actor } from "#server/core/actor.ts";
import type { Viewer } from "./schema.ts";

type Room = Map<string, { viewer: Viewer; sockets: Set<string> }>;

/** Who has which thread open, on this process. Told to those who have it open too. */
export class Viewers {
  private readonly threads = new Map<string, Room>();
  private readonly tell: (companyId: string, conversationId: string, viewers: Viewer[]) => void;

  constructor(tell: (companyId: string, conversationId: string, viewers: Viewer[]) => void) {
    this.tell = tell;
  }

  enter(actor: Actor, conversationId: string, socketId: string): void {
    const key = `${actor.companyId}:${conversationId}`;
    const room: Room = this.threads.get(key) ?? new Map();
    this.threads.set(key, room);
    const userId = actor.userId ?? actor.id;
    const known = room.get(userId);
    if (known) known.sockets.add(socketId);
    else room.set(userId, { viewer: { id: userId, name: actor.name }, sockets: new Set([socketId]) });
    // Told even when nothing is new: whoever has just come does not know the others.
    this.announce(actor.companyId, conversationId, room);
  }

  leave(actor: Actor, conversationId: string, socketId: string): void {
    const key = `${actor.companyId}:${conversationId}`;
    const room = this.threads.get(key);
    const userId = actor.userId ?? actor.id;
    const known = room?.get(userId);
    if (!room || !known?.sockets.delete(socketId) || known.sockets.size > 0) return;
    room.delete(userId);
    if (room.size === 0) this.threads.delete(key);
    this.announce(actor.companyId, conversationId, room);
  }

  /** Says all again, for instances and clients that missed a change. */
  repeat(): void {
    for (const [key, room] of this.threads) {
      const [companyId = "", conversationId = ""] = key.split(":");
      this.announce(companyId, conversationId, room);
    }
  }

  private announce(companyId: string, conversationId: string, room: Room): void {
    this.tell(
      companyId,
      conversationId,
      [...room.values()].map(({ viewer }) => viewer),
    );
  }
}
