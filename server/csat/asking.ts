import { z } from "zod";
import { day } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { findChannel } from "#server/channels/access.sql.ts";
import { languageOf } from "#server/channels/defaults.ts";
import { findAddress } from "#server/channels/outbound/addressing.sql.ts";
import type { Language } from "#server/chatbots/choices.ts";
import { ownCompany, settingsOf, storedSettings } from "#server/companies/access.ts";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { windowEnd } from "#server/conversations/viewing.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { type CommandContext, command, query } from "#server/core/operation.ts";
import type { CsatResponse } from "#server/db/generated/client.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { attempt } from "#server/db/transactions/savepoint.ts";
import { type Sender, writeMessage } from "#server/messages/gate.ts";
import type { MessageExtra } from "#server/messages/schema.ts";
import { sendAside } from "#server/templates/sending.ts";
import { askedSince, conversationsToAsk, lockPlanned } from "./access.sql.ts";
import { csatSettingsOf, type Settings } from "./access.ts";
import { optionsOf, wording } from "./wording.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** Speaks in the company's name, and takes no part. */
export async function asker(actor: Actor): Promise<Sender> {
  const { name } = await ownCompany(actor);
  return { fromType: "robot", type: "robot", id: systemActor(actor.companyId).id, name, rule: true, aside: true };
}

/** The visitor's, as the conversation knows it; else the chatbot's, else the company's. */
async function visitorLanguage({ companyId, id }: ConversationRow): Promise<Language> {
  const spoken = (await findAddress(companyId, id))?.language;
  return languageOf(spoken ?? settingsOf(await storedSettings(systemActor(companyId))).locale);
}

/** Why this person is not asked now; undefined: they are. Two conversations of one person wait for each other. */
async function obstacle(conversation: ConversationRow, settings: Settings, now: Date): Promise<string | undefined> {
  if (conversation.status !== "closed") return "reopened";
  if (!settings.enabled) return "disabled";
  const { companyId, contactId, channelId, visitorId } = conversation;
  await takeTurn(`csat:${companyId}:${channelId}:${visitorId}`);
  if (contactId) await takeTurn(`csat:${companyId}:${contactId}`);
  if (!(await findChannel(companyId, channelId, false))) return "channel_gone";
  if (settings.everyDays === 0) return undefined;
  const since = new Date(now.getTime() - settings.everyDays * day);
  return (await askedSince(conversation, since)) ? "recent" : undefined;
}

type Question = { survey: CsatResponse; settings: Settings; language: Language; extra: MessageExtra };

/** By buttons while the platform's window is open, after it by the channel's template. Answers the message's id. */
async function ask(context: Context, conversation: ConversationRow, question: Question): Promise<string | undefined> {
  const { settings, language, extra } = question;
  const change = new ConversationChange(context, conversation);
  const ends = windowEnd(conversation);
  if (ends && change.now > ends) {
    const template = settings.templates.find(({ channelId }) => channelId === conversation.channelId);
    return template && (await sendAside(context, conversation, template.templateId, extra));
  }
  const message = writeMessage(change, await asker(context.actor), {
    type: "text/plain",
    text: settings.question || wording[language].question,
    attachments: [],
    responseOptions: [...optionsOf(settings.scale, language)],
    clientMessageId: null,
    extra,
  });
  await change.commit();
  return message.id;
}

/** Asks in one conversation if it is time. The message and the mark are one transaction: a second run finds nothing. */
export const askNow = command({
  name: "csat.ask",
  access: "system",
  input: z.object({ conversationId: z.string() }),
  output: z.object({ asked: z.boolean() }),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input, now } = context;
    const conversation = await lockAnyConversation(actor, input.conversationId);
    const survey = conversation && (await lockPlanned(actor.companyId, conversation.id));
    if (!conversation || !survey || survey.askAt > now) return { asked: false };
    const settings = await csatSettingsOf(actor);
    const { id, companyId } = survey;
    const keep = (data: Partial<CsatResponse>) =>
      prisma.csatResponse.update({ where: { companyId_id: { companyId, id } }, data: { ...data, updatedAt: now } });
    const skip = async (reason: string) => {
      await keep({ state: "skipped", reason });
      return { asked: false };
    };
    const reason = await obstacle(conversation, settings, now);
    if (reason) return skip(reason);
    const language = await visitorLanguage(conversation);
    const { scale, askComment } = settings;
    const extra = { survey: { id, scale, rating: null, comment: "", askComment } };
    const messageId = await attempt(() => ask(context, conversation, { survey, settings, language, extra }));
    if (messageId instanceof AppError) {
      log.info({ code: messageId.code, conversationId: conversation.id }, "a survey could not be sent");
      return skip(messageId.code);
    }
    if (!messageId) return skip("window_closed");
    await keep({ state: "asked", scale, language, askedAt: now, messageId });
    const { agentId, teamId } = survey;
    const { id: conversationId, channelId, contactId } = conversation;
    context.emit({ type: "csat/asked", conversationId, channelId, contactId, data: { id, agentId, teamId } });
    return { asked: true };
  },
});

/** Where somebody is to be asked, the longest due first. */
const listToAsk = query({
  name: "csat.listDue",
  access: "system",
  input: z.object({ limit: z.int().min(1).max(500).default(200) }),
  output: z.object({ conversationIds: z.array(z.string()) }),
  example: () => ({}),
  run: async ({ actor, input, now }) => ({
    conversationIds: (await conversationsToAsk(actor.companyId, now, input.limit)).map((one) => one.conversationId),
  }),
});

/** All that is due of one company; a fault in one conversation does not hold up the others. */
export async function askAllDue(actor: Actor): Promise<void> {
  const { conversationIds } = await listToAsk.execute(actor, {});
  for (const conversationId of conversationIds)
    await askNow
      .execute(actor, { conversationId })
      .catch((error: unknown) => log.warn({ error, conversationId }, "a survey waits for the next try"));
}

export const dueSurveys = `select distinct "companyId" from csat_responses where "state" = 'due' and "askAt" <= now()`;
