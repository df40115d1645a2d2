import { z } from "zod";
import { invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { prisma } from "#server/db/prisma.ts";
import { answersPage, countAnswers } from "./access.sql.ts";
import { readableAnswer, visibleTo } from "./access.ts";
import { maxAnswers } from "./choices.ts";
import { answerIdInput, answerPage, answerSchema, listAnswersInput } from "./schema.ts";
import { viewAnswer, viewAnswers } from "./viewing.ts";

function afterOf(list: object, cursor: string | undefined) {
  if (!cursor) return null;
  const [key, id] = decodeCursor(list, cursor);
  if (typeof key !== "string" || typeof id !== "string" || !isId(id))
    throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
  return { key, id };
}

/** GET /v1/ready-answers */
export const listAnswers = query({
  name: "answers.list",
  access: "chat_talk",
  input: listAnswersInput,
  output: answerPage,
  example: () => ({ search: "hours", sort: "uses:desc" as const }),
  async run({ actor, input }) {
    const { sort, limit, offset, page, cursor, ...filters } = input;
    const list = { ...filters, sort };
    const request = { limit, offset, page, cursor };
    const after = afterOf(list, cursor);
    const skip = after ? 0 : offsetOf(request);
    const total = await countAnswers(actor, filters);
    const found = await answersPage(actor, filters, { sort, after, take: limit + 1, skip });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = found.length > limit;
    const nextCursor = hasMore && last ? encodeCursor(list, [last.sortKey, last.id]) : null;
    const data = await viewAnswers(shown.map(({ sortKey: _key, ...answer }) => answer));
    return { pagination: paginate(request, total, hasMore, nextCursor), data };
  },
});

/** All that the person can insert, by shortcut: what the composer looks through. */
export const allAnswers = query({
  name: "answers.all",
  access: "chat_talk",
  input: z.object({}),
  output: z.array(answerSchema),
  example: () => ({}),
  run: async ({ actor }) =>
    viewAnswers(
      await prisma.cannedResponse.findMany({
        where: visibleTo(actor),
        orderBy: [{ shortcut: "asc" }, { id: "asc" }],
        take: maxAnswers,
      }),
    ),
});

/** GET /v1/ready-answers/{answerId} */
export const readAnswer = query({
  name: "answers.get",
  access: "chat_talk",
  input: answerIdInput,
  output: answerSchema,
  example: (given) => ({ answerId: given.cannedId ?? "" }),
  run: async ({ actor, input }) => viewAnswer(await readableAnswer(actor, input.answerId)),
});
