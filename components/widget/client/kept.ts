import type { Outgoing } from "./thread.ts";

/** What this browser stores for a channel. Where storage is forbidden it lasts as long as the page. */
const memory = new Map<string, string>();

export function keep(key: string, value: string | null, place = () => localStorage): void {
  memory.delete(key);
  try {
    if (value === null) place().removeItem(key);
    else place().setItem(key, value);
  } catch {
    // Private windows and blocked third-party storage: memory has it.
    if (value !== null) memory.set(key, value);
  }
}

/** Memory holds only what could not be stored: else this page would go on with what another one has deleted. */
export function recall(key: string, place = () => localStorage): string | null {
  try {
    return memory.get(key) ?? place().getItem(key);
  } catch {
    return null;
  }
}

/** The same, as far as other pages of this browser have it too. */
export function recallShared(key: string): string | null {
  return memory.has(key) ? null : recall(key);
}

export const tokenKey = (channelId: string) => `parley:${channelId}:visitor`;
export const soundKey = "parley:sound";
const draftKey = (channelId: string) => `parley:${channelId}:draft`;
const outboxKey = (channelId: string) => `parley:${channelId}:outbox`;

/** What is being written. `by`: who writes it, `to`: in which conversation; empty: not known, none yet. */
export type Draft = { text: string; by: string; to: string };

/** Each tab keeps its own, so that none shows, and sends again, what another one has sent. */
export function keepDraft(channelId: string, draft: Draft | null): void {
  keep(draftKey(channelId), draft && JSON.stringify(draft), () => sessionStorage);
}

export function recallDraft(channelId: string): Draft | null {
  try {
    const found: unknown = JSON.parse(recall(draftKey(channelId), () => sessionStorage) ?? "null");
    return isDraft(found) ? found : null;
  } catch {
    return null;
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  return ["text", "by", "to"].every((key) => typeof Reflect.get(value, key) === "string");
}

/** `by`: the visitor who wrote it; empty: not known. */
type Kept = Outgoing & { by: string };

type Change = { before: readonly Outgoing[]; now: readonly Outgoing[]; by: string };

function store(channelId: string, texts: readonly Kept[]): void {
  keep(outboxKey(channelId), texts.length > 0 ? JSON.stringify(texts.slice(-50)) : null);
}

const lasts = ({ fileName, reason }: Outgoing) => fileName === "" || reason === "left";

/** A file goes with its page. */
export function leftBehind(one: Outgoing): Outgoing {
  return { ...one, preview: "", state: "failed", reason: "left" };
}

/**
 * Texts that were not sent yet survive a reload; of files only the word that they did not arrive. Another page of the
 * same visitor keeps its own here too: only what this one held before is replaced.
 */
export function keepOutgoing(channelId: string, { before, now, by }: Change): void {
  const known = new Set([...before, ...now].map(({ clientMessageId }) => clientMessageId));
  const others = recallOutgoing(channelId).filter(({ clientMessageId }) => !known.has(clientMessageId));
  store(channelId, [...others, ...now.filter(lasts).map((one) => ({ ...one, by }))]);
}

/** Keeps of it what is this visitor's own. */
export function keepOutgoingOf(channelId: string, visitorId: string, isOwn: (by: string) => boolean): void {
  const own = recallOutgoing(channelId).filter(({ by }) => isOwn(by));
  store(
    channelId,
    own.map((one) => ({ ...one, by: visitorId })),
  );
}

export function keepNothingOutgoing(channelId: string): void {
  store(channelId, []);
}

function isOutgoing(value: unknown): value is Outgoing & { by?: string } {
  if (typeof value !== "object" || value === null) return false;
  return ["clientMessageId", "text", "createdAt"].every((key) => typeof Reflect.get(value, key) === "string");
}

export function recallOutgoing(channelId: string): Kept[] {
  try {
    const found: unknown = JSON.parse(recall(outboxKey(channelId)) ?? "[]");
    if (!Array.isArray(found)) return [];
    const anew = { preview: "", fileName: "", voice: false, state: "sending", reason: null } as const;
    return found.filter(isOutgoing).map((one) => {
      const shared = { quotedId: one.quotedId ?? null, by: one.by ?? "" };
      return one.fileName ? { ...leftBehind(one), ...shared } : { ...one, ...anew, ...shared };
    });
  } catch {
    return [];
  }
}
