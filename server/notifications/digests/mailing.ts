import { z } from "zod";
import { hour } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { ownCompany, settingsOf } from "#server/companies/access.ts";
import { readableConversations } from "#server/conversations/access.sql.ts";
import { countWaitingFor } from "#server/conversations/triage/waiting.ts";
import type { Actor } from "#server/core/actor.ts";
import { maskValue } from "#server/core/masking.ts";
import { command } from "#server/core/operation.ts";
import { masksOf } from "#server/core/rights.ts";
import { isLost } from "#server/db/errors.ts";
import { prisma } from "#server/db/prisma.ts";
import { inSavepoint } from "#server/db/transactions/savepoint.ts";
import type { Detail } from "#server/mail/composing.ts";
import { linkInto } from "#server/mail/links.ts";
import { queueMail, sendsMail } from "#server/mail/queueing.ts";
import { digestWords, mailLocale } from "#server/mail/words.ts";
import { countDueFor } from "#server/tasks/access.ts";
import { readableUser } from "#server/users/access.ts";
import { countNotifications, findNotifications } from "../listing.sql.ts";
import { readerOf } from "../push/pushing.ts";
import { viewNotifications } from "../viewing.ts";
import { takeDigest } from "./due.sql.ts";
import { endOfDay, nextDigest } from "./timing.ts";

/** So many unread notifications stand in it by name; all are counted. */
const mostNamed = 10;

/** After which one that failed is tried again. */
const againMs = hour;

const kinds = ["waiting", "tasks", "unread"] as const;

type Counts = Record<(typeof kinds)[number], number>;

async function countsOf(reader: Actor, timeZone: string, now: Date): Promise<Counts> {
  const { companyId, id } = reader;
  return {
    waiting: await countWaitingFor(companyId, id),
    tasks: await countDueFor(companyId, id, endOfDay(timeZone, now)),
    unread: await countNotifications(reader, true),
  };
}

type Named = { details: Detail[]; about: string[] };

/** The newest unread ones, as the person may see them: what happened, and with whom. `about`: whose names stand there. */
async function namedFor(reader: Actor, titles: Record<string, string>): Promise<Named> {
  const found = await findNotifications(reader, true, { limit: mostNamed, offset: 0 });
  const shown = maskValue(await viewNotifications(reader, found), masksOf(reader));
  const details = shown.map(({ kind, name }) => ({ label: { name: titles[kind] ?? "" }, text: name }));
  const ids = found.map(({ conversationId }) => conversationId).filter((id) => id !== null);
  const conversations = await readableConversations(reader, [...new Set(ids)]);
  const about = conversations.flatMap(({ id, contactId }) => (contactId ? [id, contactId] : [id]));
  return { details, about: [...new Set(about)] };
}

/** What waits for one person; answers whether a mail was queued: none where nothing waits. */
async function mailTo(context: { actor: Actor; now: Date }, userId: string, at: Date): Promise<boolean> {
  const { actor, now } = context;
  const user = await readableUser(actor, userId);
  if (!user.active) return false;
  const { name: company, settings } = await ownCompany(actor);
  const { locale: usual, timeZone } = settingsOf(settings);
  const { actor: reader, words } = await readerOf(actor, userId);
  const counts = await countsOf(reader, timeZone, now);
  const told = kinds.filter((kind) => counts[kind] > 0);
  if (told.length === 0) return false;
  const locale = mailLocale(user.preferences, usual);
  const named = digestWords(locale);
  const { details, about } = await namedFor(reader, words.titles);
  const letter = {
    kind: "digest" as const,
    locale,
    link: linkInto(actor.companyId, "/inbox"),
    settings: linkInto(actor.companyId, "/settings/notifications"),
    values: { company, name: user.name },
    details,
    figures: told.map((kind) => ({ ...named[kind], value: String(counts[kind]), before: "" })),
  };
  // Whom it names stands in its cause: the erasure of one of them takes it back while it has not left.
  const cause = `digest:${userId}:${at.toISOString()}:${about.map((id) => `${id}:`).join("")}`;
  return queueMail(context, { ...letter, to: user.email, cause });
}

/** A fault in what waits for one person is theirs alone: it is undone and noted, and the others get their mail. */
async function tryTo(context: { actor: Actor; now: Date }, userId: string, at: Date): Promise<boolean | undefined> {
  try {
    return await inSavepoint(() => mailTo(context, userId, at));
  } catch (error) {
    if (isLost(error)) throw error;
    log.error({ error, companyId: context.actor.companyId, userId }, "a digest could not be made; it is tried again");
    return undefined;
  }
}

/** The digest that is due longest: its mail and its next time are one transaction, so a kill leaves both or neither. */
export const mailDigest = command({
  name: "notifications.mailDigest",
  access: "system",
  input: z.object({}),
  output: z.object({ queued: z.boolean(), more: z.boolean() }),
  example: () => ({}),
  async run({ actor, now }) {
    const { companyId } = actor;
    const due = await takeDigest(companyId);
    if (!due?.digestDueAt) return { queued: false, more: false };
    const { userId, digestDueAt } = due;
    const queued = sendsMail() ? await tryTo({ actor, now }, userId, digestDueAt) : false;
    const { timeZone } = settingsOf((await ownCompany(actor)).settings);
    const tomorrow = nextDigest(timeZone, now);
    const again = new Date(Math.min(now.getTime() + againMs, tomorrow.getTime()));
    await prisma.notificationPreference.update({
      where: { companyId_userId: { companyId, userId } },
      data: { digestDueAt: queued === undefined ? again : tomorrow },
      select: { userId: true },
    });
    return { queued: queued === true, more: true };
  },
});

/** All that is due of one company. */
export async function mailDigests(actor: Actor): Promise<void> {
  for (let more = true; more; ) more = (await mailDigest.execute(actor, {})).more;
}
