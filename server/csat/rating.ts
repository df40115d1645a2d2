import { z } from "zod";
import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { command } from "#server/core/operation.ts";
import type { CsatResponse } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { visitorMessageSchema } from "#server/visitors/schema.ts";
import { seenMessage } from "#server/visitors/viewing.sql.ts";
import { viewForVisitor } from "#server/visitors/viewing.ts";
import { record } from "./recording.ts";
import { rateInput } from "./schema.ts";

type Given = Pick<z.output<typeof rateInput>, "rating" | "comment">;

/** A thumb is the best or the worst of five. */
function onScale(rating: number | undefined, scale: CsatResponse["scale"]): number | undefined {
  if (rating === undefined || scale !== "thumbs") return rating;
  return rating >= 3 ? 5 : 1;
}

/** What is new in an answer: each counts once. A repeat brings nothing new; another answer is refused. */
function newIn(survey: CsatResponse, { rating: tapped, comment }: Given): Given {
  const rating = onScale(tapped, survey.scale);
  const isRated = survey.rating !== null;
  const isCommented = survey.comment !== "";
  const again = isRated && rating !== undefined && rating !== survey.rating;
  const rewritten = isCommented && comment !== undefined && comment !== survey.comment;
  if (again || rewritten) throw new AppError("conflict", { message: "This was answered already." });
  if (!isRated && rating === undefined)
    throw new AppError("conflict", { message: "Rate it first, then add a comment." });
  return {
    ...(!isRated && rating !== undefined ? { rating } : {}),
    ...(!isCommented && comment !== undefined ? { comment } : {}),
  };
}

/** POST /widget/v1/{channelId}/conversations/{id}/survey: the rating, and the comment then or later. Each counts once. */
export const rateAsVisitor = command({
  name: "csat.rate",
  access: "visitor",
  input: rateInput,
  output: z.object({ message: visitorMessageSchema }),
  example: (given) => ({ conversationId: given.conversationId ?? "", surveyId: given.csatResponseId ?? "", rating: 5 }),
  async run(context) {
    const { actor, input } = context;
    const conversation = await lockConversation(actor, input.conversationId, "chat_talk");
    const { companyId, id: conversationId } = conversation;
    const survey = isId(input.surveyId)
      ? await prisma.csatResponse.findFirst({ where: { companyId, conversationId, id: input.surveyId } })
      : null;
    if (!survey?.messageId) throw notFound("survey");
    const given = newIn(survey, input);
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
