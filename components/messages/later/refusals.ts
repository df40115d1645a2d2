import type { Outbox, OutboxEntry } from "#components/live/outbox.ts";

type Sent = { conversationId: string; clientMessageId: string };

/** Tells of each refusal of a message until it has left: whoever sent it may be elsewhere. */
export function onRefusal(
  outbox: Pick<Outbox<never>, "subscribe"> & {
    of: (conversationId: string) => readonly Pick<OutboxEntry, "clientMessageId" | "failed" | "reason">[];
  },
  { conversationId, clientMessageId }: Sent,
  heard: (reason: string) => void,
): void {
  let told = false;
  const stop = outbox.subscribe(() => {
    const entry = outbox.of(conversationId).find((one) => one.clientMessageId === clientMessageId);
    if (!entry) return stop();
    if (entry.failed && !told) heard(entry.reason);
    told = entry.failed;
  });
}
