import { noteExport } from "#server/audit/noting.ts";
import { invalidField } from "#server/base/errors.ts";
import { lockConversation, readableConversation } from "#server/conversations/access.sql.ts";
import { command, query } from "#server/core/operation.ts";
import { sendsMail } from "#server/mail/queueing.ts";
import { knownAddress, queueTranscript } from "./queueing.ts";
import { draftTranscriptInput, sendTranscriptInput, transcriptDraftSchema, transcriptSchema } from "./schema.ts";

/** What the dialog begins with. */
export const draftTranscript = query({
  name: "messages.draftTranscript",
  access: "chat_talk",
  input: draftTranscriptInput,
  output: transcriptDraftSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input }) {
    const row = await readableConversation(actor, input.conversationId);
    return { sendsMail: sendsMail(), to: await knownAddress(actor, row) };
  },
});

/**
 * POST /v1/conversations/{conversationId}/transcript: what the visitor has seen of the conversation, as a mail. The mail
 * is a row of this transaction, so it leaves once, whatever ends meanwhile.
 */
export const sendTranscript = command({
  name: "messages.sendTranscript",
  access: "chat_talk",
  input: sendTranscriptInput,
  output: transcriptSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", to: "lena@example.com" }),
  async run({ actor, input, now }) {
    const row = await lockConversation(actor, input.conversationId, "chat_talk");
    const to = input.to ?? (await knownAddress(actor, row));
    if (to === "") throw invalidField("to", "No address is known: give one.", "required");
    if (!sendsMail()) return { outcome: "not_configured" as const, to, messages: 0 };
    const messages = await queueTranscript({ actor, now }, row, { to, reader: actor });
    await noteExport(actor, { what: "transcript", id: row.id });
    return { outcome: "queued" as const, to, messages };
  },
});
