import { noteExport } from "#server/audit/noting.ts";
import { hour } from "#server/base/clock.ts";
import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { ownCompany, settingsOf } from "#server/companies/access.ts";
import { readableContacts } from "#server/contacts/access.sql.ts";
import { lockConversation, readableConversation } from "#server/conversations/access.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { countQueued, queueMail, sendsMail } from "#server/mail/queueing.ts";
import {
  draftTranscriptInput,
  hourly,
  sendTranscriptInput,
  transcriptDraftSchema,
  transcriptSchema,
} from "./schema.ts";
import { tellConversation } from "./telling.ts";

const causeOf = (conversationId: string) => `transcript:${conversationId}:`;

/** The contact's address where it is surely theirs (D10), else what the visitor gave; empty: none is known. */
async function knownAddress({ companyId }: Actor, row: ConversationRow): Promise<string> {
  const sure = row.contactId && row.contactLink !== "claimed" ? [row.contactId] : [];
  const [contact] = await readableContacts(systemActor(companyId), sure);
  return contact?.email || row.visitorEmail;
}

/** The conversation's lock is held, so its own limit is exact. */
async function requireRoom({ companyId }: Actor, conversationId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - hour);
  const [ofConversation, ofCompany] = [
    await countQueued(companyId, { kind: "transcript", since, cause: causeOf(conversationId) }),
    await countQueued(companyId, { kind: "transcript", since }),
  ];
  if (ofConversation < hourly.conversation && ofCompany < hourly.company) return;
  throw new AppError("rate_limited", { message: "Too many transcripts in the last hour. Try again later." });
}

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
    await requireRoom(actor, row.id, now);
    const { name: company, settings } = await ownCompany(actor);
    const { locale, timeZone } = settingsOf(settings);
    const { count, details, text } = await tellConversation(actor, row.id, { locale, timeZone });
    if (count === 0) throw new AppError("conflict", { message: "Nothing has been said yet." });
    const files = [{ name: "conversation.txt", type: "text/plain; charset=utf-8", text }];
    const letter = { kind: "transcript" as const, locale, values: { company }, link: "", details, files };
    await queueMail({ actor, now }, { ...letter, to, cause: `${causeOf(row.id)}${row.contactId ?? ""}:${newId()}` });
    await noteExport(actor, { what: "transcript", id: row.id });
    return { outcome: "queued" as const, to, messages: count };
  },
});
