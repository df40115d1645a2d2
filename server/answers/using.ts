import { readableConversation } from "#server/conversations/access.sql.ts";
import { command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { copyUpload, keptFiles } from "#server/uploads/keeping.ts";
import { readableAnswer } from "./access.ts";
import { render } from "./rendering.ts";
import { useAnswerInput, usedAnswerSchema, valuesInput, valuesSchema } from "./schema.ts";
import { valuesIn } from "./values.ts";
import { viewUpload } from "./viewing.ts";

/** What variables mean in a conversation, for showing how an answer will read. */
export const readValues = query({
  name: "answers.values",
  access: "chat_talk",
  input: valuesInput,
  output: valuesSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  run: async ({ actor, input }) => valuesIn(actor, await readableConversation(actor, input.conversationId)),
});

/** POST /v1/conversations/{conversationId}/ready-answers/{answerId}: it counts once it could be sent. */
export const useAnswer = command({
  name: "answers.use",
  access: "chat_talk",
  input: useAnswerInput,
  output: usedAnswerSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", answerId: given.cannedId ?? "" }),
  async run({ actor, input, now, emit }) {
    const conversation = await readableConversation(actor, input.conversationId);
    const answer = await readableAnswer(actor, input.answerId);
    const { text, missing } = render(answer.text, await valuesIn(actor, conversation), input.asked);
    const { companyId, id, ownerId } = answer;
    const kept = new Map((await keptFiles(companyId, answer.files)).map((file) => [file.id, file]));
    const files = [];
    for (const source of answer.files.flatMap((file) => kept.get(file) ?? []))
      files.push(viewUpload(await copyUpload(actor, source, now)));
    if (missing.length > 0) return { text, missing, files };
    const where = { companyId_id: { companyId, id } };
    const { uses } = await prisma.cannedResponse.update({ where, data: { uses: { increment: 1 } } });
    emit({ type: "answer/used", data: { id, uses, ...(ownerId ? { userId: ownerId } : {}) } });
    return { text, missing, files };
  },
});
