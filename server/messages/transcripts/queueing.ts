import { hour } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { ownCompany, settingsOf } from "#server/companies/access.ts";
import { readableContacts } from "#server/contacts/access.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { queueMail, secondsUntilRoom } from "#server/mail/queueing.ts";
import { hourly } from "./schema.ts";
import { tellConversation } from "./telling.ts";

const kind = "transcript" as const;

/** The contact's address where it is surely theirs (D10), else what the visitor gave; empty: none is known. */
export async function knownAddress({ companyId }: Actor, row: ConversationRow): Promise<string> {
  const sure = row.contactId && row.contactLink !== "claimed" ? [row.contactId] : [];
  const [contact] = await readableContacts(systemActor(companyId), sure);
  return contact?.email || row.visitorEmail;
}

type Wanted = {
  to: string;
  /** As whom it is read: what is hidden from them is hidden in it. */
  reader: Actor;
  /** Who asks, where they have a limit of their own in an hour, within the conversation's. */
  asker?: { name: string; most: number };
};

/** The conversation's lock is held, so its own limits are exact. */
async function requireRoom(companyId: string, causes: [cause: string, most: number][], now: Date): Promise<void> {
  let retryAfter = 0;
  for (const [cause, most] of causes)
    retryAfter = Math.max(retryAfter, await secondsUntilRoom(companyId, { kind, within: hour, most, now, cause }));
  const message = "Too many transcripts in the last hour. Try again later.";
  if (retryAfter > 0) throw new AppError("rate_limited", { message, extra: { retryAfter } });
}

/** What the visitor has seen of a locked conversation, as a mail of this transaction. Answers how many messages. */
export async function queueTranscript(
  { actor, now }: { actor: Actor; now: Date },
  row: ConversationRow,
  { to, reader, asker }: Wanted,
): Promise<number> {
  const all = `transcript:${row.id}:`;
  const own = asker ? `${all}${asker.name}:` : all;
  await requireRoom(
    row.companyId,
    [
      [all, hourly.conversation],
      ["transcript:", hourly.company],
      [own, asker?.most ?? hourly.conversation],
    ],
    now,
  );
  const { name: company, settings } = await ownCompany(reader);
  const { locale, timeZone } = settingsOf(settings);
  const { count, details, text } = await tellConversation(reader, row.id, { locale, timeZone });
  if (count === 0) throw new AppError("conflict", { message: "Nothing has been said yet." });
  const files = [{ name: "conversation.txt", type: "text/plain; charset=utf-8", text }];
  const letter = { kind, locale, values: { company }, link: "", details, files };
  await queueMail({ actor, now }, { ...letter, to, cause: `${own}${row.contactId ?? ""}:${newId()}` });
  return count;
}
