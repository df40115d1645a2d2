import type { Outgoing } from "./thread.ts";

/** What this browser stores for a channel. Where storage is forbidden it lasts as long as the page. */
const memory = new Map<string, string>();

export function keep(key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows and blocked third-party storage: memory has it.
    return;
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export const tokenKey = (channelId: string) => `parley:${channelId}:visitor`;
export const soundKey = "parley:sound";
const outboxKey = (channelId: string) => `parley:${channelId}:outbox`;

/**
 * Texts that were not sent yet survive a reload; files do not. Another page of the same visitor keeps its own here
 * too: only what this one held before is replaced.
 */
export function keepOutgoing(channelId: string, before: readonly Outgoing[], now: readonly Outgoing[]): void {
  const known = new Set([...before, ...now].map(({ clientMessageId }) => clientMessageId));
  const others = recallOutgoing(channelId).filter(({ clientMessageId }) => !known.has(clientMessageId));
  const texts = [...others, ...now.filter((one) => one.fileName === "")];
  keep(outboxKey(channelId), texts.length > 0 ? JSON.stringify(texts.slice(-50)) : null);
}

function isOutgoing(value: unknown): value is Outgoing {
  if (typeof value !== "object" || value === null) return false;
  return ["clientMessageId", "text", "createdAt"].every((key) => typeof Reflect.get(value, key) === "string");
}

export function recallOutgoing(channelId: string): Outgoing[] {
  try {
    const found: unknown = JSON.parse(recall(outboxKey(channelId)) ?? "[]");
    if (!Array.isArray(found)) return [];
    const anew = { preview: "", fileName: "", voice: false, state: "sending", reason: null } as const;
    return found.filter(isOutgoing).map((one) => ({ ...one, ...anew, quotedId: one.quotedId ?? null }));
  } catch {
    return [];
  }
}
