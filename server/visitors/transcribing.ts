import { day } from "#server/base/clock.ts";
import { AppError, invalidField } from "#server/base/errors.ts";
import { lockConversation, readableConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { describeVisitor } from "#server/conversations/describing.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { emailField } from "#server/core/fields.ts";
import { maskEmail } from "#server/core/masking.ts";
import { command, query } from "#server/core/operation.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { secondsUntilRoom, sendsMail } from "#server/mail/queueing.ts";
import { knownAddress, queueTranscript } from "#server/messages/transcripts/queueing.ts";
import {
  askTranscriptInput,
  visitorTranscriptDraftSchema,
  visitorTranscriptInput,
  visitorTranscriptSchema,
} from "./schema.ts";

/** In an hour for a conversation, and in a day to one address. */
const most = { conversation: 3, address: 5 } as const;

/** As the company signed it, else as it is known of the visitor's own contact, else as they gave it before. */
async function addressOf(actor: Actor, row: ConversationRow): Promise<string> {
  const where = { companyId: actor.companyId, id: actor.visitor?.sessionId ?? "" };
  const session = await prisma.visitorSession.findFirst({ where, select: { email: true } });
  const known = session?.email || (await knownAddress(actor, row));
  return emailField.safeParse(known).data ?? "";
}

/** Strangers may have given one address in many conversations: it is not flooded. */
async function requireQuiet({ companyId }: Actor, recipient: string, now: Date): Promise<void> {
  await takeTurn(`transcript:${companyId}:${recipient.toLowerCase()}`);
  const counted = { kind: "transcript" as const, within: day, most: most.address, now, recipient };
  const retryAfter = await secondsUntilRoom(companyId, counted);
  const message = "This address has had enough transcripts today. Try tomorrow.";
  if (retryAfter > 0) throw new AppError("rate_limited", { message, extra: { retryAfter } });
}

/** GET /widget/v1/{channelId}/conversations/{id}/transcript: where it would go. */
export const readTranscriptAddress = query({
  name: "visitors.transcriptAddress",
  access: "visitor",
  input: visitorTranscriptInput,
  output: visitorTranscriptDraftSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input }) {
    const row = await readableConversation(actor, input.conversationId);
    const to = await addressOf(actor, row);
    return { sendsMail: sendsMail(), to: to && maskEmail(to) };
  },
});

/**
 * POST /widget/v1/{channelId}/conversations/{id}/transcript: the visitor's own conversation as a mail, to the address
 * that is known of them. They may name one only where none is: from then on it is what they gave.
 */
export const askTranscript = command({
  name: "visitors.askTranscript",
  access: "visitor",
  input: askTranscriptInput,
  output: visitorTranscriptSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input, now } = context;
    const row = await lockConversation(actor, input.conversationId, "chat_talk");
    const known = await addressOf(actor, row);
    const to = known || input.email;
    if (!to) throw invalidField("email", "No address is known: give one.", "required");
    if (known && input.email && input.email.toLowerCase() !== known.toLowerCase())
      throw new AppError("conflict", { message: "Another address is known: leave email out, and it goes there." });
    if (!sendsMail()) return { outcome: "not_configured" as const, to: maskEmail(to) };
    await requireQuiet(actor, to, now);
    const asker = { name: "visitor", most: most.conversation };
    await queueTranscript(context, row, { to, reader: systemActor(actor.companyId), asker });
    if (!known) {
      const change = new ConversationChange(context, row);
      describeVisitor(change, { email: to });
      await change.commit();
    }
    return { outcome: "queued" as const, to: maskEmail(to) };
  },
});
