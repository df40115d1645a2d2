import { z } from "zod";
import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { visitorMessageSchema } from "#server/visitors/schema.ts";
import { seenMessage } from "#server/visitors/viewing.sql.ts";
import { viewForVisitor } from "#server/visitors/viewing.ts";
import { record } from "./recording.ts";
import { rateInput } from "./schema.ts";

/** POST /widget/v1/{channelId}/conversations/{id}/survey: the rating, and the comment then or later. Each counts once. */
export const rateAsVisitor = command({
  name: "csat.rate",
  access: "visitor",
  input: rateInput,
  output: z.object({ message: visitorMessageSchema }),
  example: (given) => ({ conversationId: given.conversationId ?? "", surveyId: given.csatResponseId ?? "", rating: 5 }),
  async run(context) {
    const { actor, input } = context;
    const { surveyId, rating, comment } = input;
    const conversation = await lockConversation(actor, input.conversationId, "chat_talk");
    const { companyId, id: conversationId } = conversation;
    const survey = isId(surveyId)
      ? await prisma.csatResponse.findFirst({ where: { companyId, conversationId, id: surveyId } })
      : null;
    if (!survey?.messageId) throw notFound("survey");
    const wanted = rating !== undefined && survey.scale === "thumbs" ? (rating >= 3 ? 5 : 1) : rating;
    const again = survey.rating !== null && wanted !== undefined && wanted !== survey.rating;
    const rewritten = survey.comment !== "" && comment !== undefined && comment !== survey.comment;
    if (again || rewritten) throw new AppError("conflict", { message: "This was answered already." });
    if (survey.rating === null && wanted === undefined)
      throw new AppError("conflict", { message: "Rate it first, then add a comment." });
    const given = {
      ...(survey.rating === null && wanted !== undefined ? { rating: wanted } : {}),
      ...(survey.comment === "" && comment !== undefined ? { comment } : {}),
    };
    if (Object.keys(given).length > 0) {
      const change = new ConversationChange(context, conversation);
      await record(context, change, survey, given);
      await change.commit();
    }
    const asked = await seenMessage(actor, survey.messageId);
    const message = asked && viewForVisitor(asked, asked.avatarUrl);
    if (!message) throw notFound("survey");
    return { message };
  },
});
