import type { Actor } from "./actor.ts";

/** What has changed: a company's settings, one of its people, or one token or session. */
export type Subject = { companyId: string; userId?: string; id?: string };

type Entry = { actor: Actor; id: string; expiresAt: number };
/** `until`: when the credential itself ends. */
type Found = { actor: Actor; id: string; until?: Date };

const ttlMs = 5000;
/** Longer than any transaction may last. */
const quarantineMs = 30_000;

/**
 * Caches for a few seconds who a credential belongs to. `expect` announces a change before it commits: until the commit
 * is known (`forget`) or can no longer happen, the entries it concerns are read from the database.
 */
export class ActorCache {
  private readonly entries = new Map<string, Entry>();
  private readonly reading = new Map<string, Promise<Actor | null>>();
  private readonly changing = new Map<string, { subject: Subject; until: number }>();
  private epoch = 0;
  private readonly max: number;

  constructor(max = 10_000) {
    this.max = max;
  }

  /** `read` answers who it is, with the id of the token or session; callers at the same time share one reading. */
  async find(key: string, read: () => Promise<Found | null>): Promise<Actor | null> {
    const entry = this.entries.get(key);
    if (entry && entry.expiresAt > Date.now()) return entry.actor;
    const shared = this.reading.get(key);
    if (shared) return shared;
    const reading = this.load(key, read).finally(() => {
      if (this.reading.get(key) === reading) this.reading.delete(key);
    });
    this.reading.set(key, reading);
    return reading;
  }

  private async load(key: string, read: () => Promise<Found | null>): Promise<Actor | null> {
    const { epoch } = this;
    const found = await read();
    this.entries.delete(key);
    if (!found) return null;
    if (this.epoch === epoch && !this.isChanging(found)) this.keep(key, found);
    return found.actor;
  }

  private keep(key: string, found: Found): void {
    const oldest = this.entries.keys().next();
    if (this.entries.size >= this.max && !oldest.done) this.entries.delete(oldest.value);
    const { actor, id, until } = found;
    const expiresAt = Math.min(Date.now() + ttlMs, until?.getTime() ?? Number.POSITIVE_INFINITY);
    this.entries.set(key, { actor, id, expiresAt });
  }

  private isChanging(found: Found): boolean {
    const at = Date.now();
    for (const [key, { subject, until }] of this.changing) {
      if (until < at) this.changing.delete(key);
      else if (concerns(subject, found)) return true;
    }
    return false;
  }

  /** A change is about to commit in this process. */
  expect(subject: Subject): void {
    this.changing.set(nameOf(subject), { subject, until: Date.now() + quarantineMs });
    this.drop(subject);
  }

  /** A change has committed, here or elsewhere. */
  forget(subject: Subject): void {
    this.changing.delete(nameOf(subject));
    this.drop(subject);
  }

  private drop(subject: Subject): void {
    this.epoch += 1;
    this.reading.clear();
    for (const [key, entry] of this.entries) if (concerns(subject, entry)) this.entries.delete(key);
  }
}

const nameOf = ({ companyId, userId = "", id = "" }: Subject) => `${companyId} ${userId} ${id}`;

function concerns(subject: Subject, { actor, id }: Found): boolean {
  if (actor.companyId !== subject.companyId) return false;
  if (subject.id !== undefined) return subject.id === id;
  return subject.userId === undefined || [actor.userId, actor.seenBy?.userId].includes(subject.userId);
}
