import type { Reply as MessageReply } from "#components/live/outbox.ts";
import type { ScheduledMessage } from "#server/scheduled/schema.ts";
import type { Reply } from "../composer/use-composer-handle.ts";
import type { FilledTemplate } from "../composer/use-sendable.ts";
import { allOrNone } from "./all-or-none.ts";
import { partsOf } from "./reply-parts.ts";

type Own = { clientMessageId: string };

/** What waits, and the milliseconds that it leaves after the first of its parts, in whose order they were written. */
export type LaterDraft = { later: number } & ({ template: FilledTemplate & Own } | { message: MessageReply & Own });

/**
 * Puts all parts of a reply off, or none. Under the same `id` the same again is the same: the answer to a former try may
 * have been lost on its way, and what waits already is not put off twice.
 */
export async function scheduleReply(
  reply: Reply,
  id: string,
  create: (draft: LaterDraft) => Promise<ScheduledMessage>,
  remove: (made: ScheduledMessage) => Promise<unknown>,
): Promise<void> {
  const { template } = reply;
  if (template) {
    await create({ later: 0, template: { ...template, clientMessageId: id } });
    return;
  }
  await allOrNone(
    partsOf(reply),
    (message, later) => create({ later, message: { ...message, clientMessageId: `${id}-${later}` } }),
    remove,
  );
}
