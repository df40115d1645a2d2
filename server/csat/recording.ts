import { day } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { languageOf } from "#server/channels/defaults.ts";
import { settingsOf, storedSettings } from "#server/companies/access.ts";
import type { ConversationChange } from "#server/conversations/change.ts";
import { eventConversation } from "#server/conversations/viewing.ts";
import { systemActor } from "#server/core/actor.ts";
import type { CommandContext } from "#server/core/operation.ts";
import type { CsatResponse } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { attempt } from "#server/db/transactions/savepoint.ts";
import { noteSurvey } from "#server/messages/asides.ts";
import { insertTask } from "#server/tasks/writing.ts";
import { actingUser } from "#server/users/access.ts";
import { csatSettingsOf } from "./access.ts";
import { badUpTo, goodFrom } from "./choices.ts";
import { wording } from "./wording.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;
export type Answered = Partial<Pick<CsatResponse, "rating" | "comment" | "commentUntil" | "thanksId">>;

/** Somebody looks at it within a day: who held the conversation, or nobody in particular. */
async function makeTask(
  context: Context,
  { conversationId, agentId, scale }: CsatResponse,
  rating: number,
  name: string,
) {
  const actor = systemActor(context.actor.companyId);
  const { locale } = settingsOf(await storedSettings(actor));
  const assignedTo = agentId && (await actingUser(actor.companyId, agentId)) ? agentId : null;
  const task = {
    title: wording[languageOf(locale)].task(name, rating, scale),
    dueAt: new Date(context.now.getTime() + day),
    assignedTo,
    conversationId,
    contactId: null,
  };
  const made = await attempt(() => insertTask({ ...context, actor }, task));
  if (made instanceof AppError) log.warn({ code: made.code, conversationId }, "no task was made of a bad rating");
}

/** Keeps what the visitor answered, shows it on the question, and tells of it; within a change of the conversation. */
export async function record(
  context: Context,
  change: ConversationChange,
  survey: CsatResponse,
  answered: Answered,
): Promise<CsatResponse> {
  const { companyId, id, scale } = survey;
  const { now, before } = change;
  const first = survey.rating === null && answered.rating != null;
  const settings = await csatSettingsOf(survey);
  const data = { ...answered, updatedAt: now, ...(first ? { state: "answered" as const, answeredAt: now } : {}) };
  const after = await prisma.csatResponse.update({ where: { companyId_id: { companyId, id } }, data });
  const { rating, comment, agentId, teamId, messageId } = after;
  if (rating === null) return after;
  if (messageId) {
    await noteSurvey(survey, messageId, { id, scale, rating, comment, askComment: settings.askComment });
    change.tell("message/changed", () => ({}), messageId);
  }
  const about = first ? ("rating" as const) : ("comment" as const);
  if (first || (comment !== "" && comment !== survey.comment)) {
    const told = { responseId: id, scale, rating, good: rating >= goodFrom, comment, agentId, teamId, about };
    const times = {
      askedAt: (survey.askedAt ?? now).toISOString(),
      answeredAt: (after.answeredAt ?? now).toISOString(),
    };
    change.tell("csat/received", (row) => ({ ...eventConversation(row), ...told, ...times }));
  }
  if (first && rating <= badUpTo && settings.lowTask) await makeTask(context, after, rating, before.visitorName);
  return after;
}
