import { day, hour } from "#server/base/clock.ts";
import { isId } from "#server/base/ids.ts";
import { languageOf } from "#server/channels/defaults.ts";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { windowEnd } from "#server/conversations/viewing.ts";
import type { Listener, ListenerContext } from "#server/core/listeners.ts";
import type { CsatResponse } from "#server/db/generated/client.ts";
import type { Answering } from "#server/messages/asides.ts";
import { writeAside, writeMessage } from "#server/messages/gate.ts";
import { askedBy, latestAsked } from "./access.sql.ts";
import { csatSettingsOf } from "./access.ts";
import { asker } from "./asking.ts";
import { answerDays, maxComment } from "./choices.ts";
import { sameWords, understood } from "./parsing.ts";
import { type Answered, record } from "./recording.ts";
import { optionsOf, wording } from "./wording.ts";

/**
 * Words answer a question while nothing was said since: after another opening they answer what was said in it. A tap says
 * itself which question it means.
 */
function isNewest({ closedAt, askedAt }: CsatResponse, conversation: ConversationRow): boolean {
  const { lastMessageAt } = conversation;
  return (
    closedAt.getTime() === conversation.closedAt?.getTime() ||
    (askedAt !== null && (lastMessageAt === null || lastMessageAt <= askedAt))
  );
}

/** The question that is still open to this visitor. */
async function questionOf({ now }: ListenerContext, { conversation, tapped }: Answering) {
  const since = new Date(now.getTime() - answerDays * day);
  const by = tapped && isId(tapped) ? await askedBy(conversation, tapped, since) : undefined;
  if (by || conversation.status !== "closed") return by;
  const latest = await latestAsked(conversation.companyId, conversation.id, since);
  return latest && isNewest(latest, conversation) ? latest : undefined;
}

/** What is said back on a platform, where there is no form to fill in. */
type Reply = { text: string; options: readonly string[] };
type Heard = { answered: Answered; reply: Reply | undefined };

function rated(survey: CsatResponse, { text }: Answering["content"], askComment: boolean): Heard | undefined {
  const language = languageOf(survey.language);
  const words = wording[language];
  const answer = understood(text, survey.scale, language);
  if (!answer) return undefined;
  const offers = askComment && answer.comment === "" ? [words.addComment] : [];
  return { answered: answer, reply: { text: words.thanks, options: offers } };
}

/**
 * After a rating: the wish to add a comment, the comment itself, or nothing that is meant for us. Another tap on the
 * question is none of them: the first rating counts, as in the widget.
 */
function commented(survey: CsatResponse, { content, tapped }: Answering, now: Date): Heard | undefined {
  const { text, extra } = content;
  const language = languageOf(survey.language);
  const words = wording[language];
  const again = optionsOf(survey.scale, language).some((option) => sameWords(text, option));
  if (again || (tapped !== null && tapped === survey.messageId)) return { answered: {}, reply: undefined };
  if (survey.comment !== "" || text.length > maxComment || text.trim() === "") return undefined;
  if (survey.thanksId && sameWords(text, words.addComment))
    return {
      answered: { commentUntil: new Date(now.getTime() + hour) },
      reply: { text: words.writeComment, options: [] },
    };
  const quoted = extra?.quoted?.messageId;
  const meant =
    (survey.commentUntil && survey.commentUntil > now) ||
    (quoted && (quoted === survey.thanksId || quoted === survey.messageId));
  if (!meant) return undefined;
  return {
    answered: { comment: text.trim(), commentUntil: null },
    reply: { text: words.thanksForComment, options: [] },
  };
}

function speak(
  change: ConversationChange,
  sender: Awaited<ReturnType<typeof asker>>,
  { text, options }: Reply,
): string {
  const words = { type: "text/plain" as const, text, attachments: [], responseOptions: [...options] };
  return writeMessage(change, sender, { ...words, clientMessageId: null }).id;
}

async function conversationOf(survey: CsatResponse, { conversation }: Answering): Promise<ConversationRow | undefined> {
  if (survey.conversationId === conversation.id) return conversation;
  return lockAnyConversation(survey, survey.conversationId);
}

/**
 * A visitor's words that answer a question about a closed conversation: they stand in the thread, and nothing else
 * comes of them. What is not clear is left alone, and becomes a message like any other.
 */
export const hearAnswer: Listener<Answering> = async (context, answering) => {
  const { content, sender } = answering;
  if (content.type !== "text/plain" || content.attachments.length > 0) return;
  const survey = await questionOf(context, answering);
  if (!survey) return;
  const { askComment } = await csatSettingsOf(survey);
  const heard = survey.rating === null ? rated(survey, content, askComment) : commented(survey, answering, context.now);
  const conversation = heard && (await conversationOf(survey, answering));
  if (!heard || !conversation) return;
  const change = new ConversationChange(context, conversation);
  const written = writeAside(change, { ...sender, id: conversation.visitorId }, content);
  // Words that come late may lie outside of the platform's window, which then takes no thanks.
  const ends = windowEnd(change.row);
  const spoken =
    heard.reply && ends && ends > change.now ? speak(change, await asker(context.actor), heard.reply) : undefined;
  const thanks = spoken && survey.rating === null ? { thanksId: spoken } : {};
  await record(context, change, survey, { ...heard.answered, ...thanks });
  await change.commit();
  answering.message = written;
};
