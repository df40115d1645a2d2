import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import type { CannedResponse } from "#server/db/generated/client.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { keepFiles, letGo } from "#server/uploads/keeping.ts";
import { lockAnswer, ownerFor, scopeOf } from "./access.ts";
import { maxAnswers } from "./choices.ts";
import { plainVariables, unknownVariables } from "./rendering.ts";
import {
  answerSchema,
  createAnswerInput,
  deleteAnswerInput,
  deletedAnswerSchema,
  updateAnswerInput,
} from "./schema.ts";
import { viewAnswer } from "./viewing.ts";

/** One change at a time in a company, for shortcuts and numbers; taken before any row. */
const takeTurnAtAnswers = ({ companyId }: Pick<Actor, "companyId">) => takeTurn(`answers:${companyId}`);

async function requireFreeShortcut({ companyId }: Actor, ownerId: string | null, shortcut: string): Promise<void> {
  if ((await prisma.cannedResponse.count({ where: { companyId, ownerId, shortcut } })) === 0) return;
  const message = `/${shortcut} already exists.`;
  throw new AppError("already_exists", { message, details: [{ field: "shortcut", code: "already_exists", message }] });
}

async function requireRoom({ companyId }: Actor): Promise<void> {
  if ((await prisma.cannedResponse.count({ where: { companyId } })) < maxAnswers) return;
  const message = `At most ${maxAnswers} ready answers. Delete some first.`;
  throw new AppError("limit_reached", { message, extra: { limit: maxAnswers } });
}

function requireVariables(text: string): void {
  const [first] = unknownVariables(text);
  if (first === undefined) return;
  const known = [...plainVariables, "contact.custom.KEY", "ask:LABEL"].join(", ");
  throw invalidField("text", `{{${first}}} is no variable. There are ${known}.`, "invalid_value");
}

/** Whose screens show it: everybody's, or its owner's; of one that changed hands, everybody's. */
function tell(
  { emit }: Pick<CommandContext<unknown>, "emit">,
  id: string,
  owners: readonly (string | null)[],
  name?: string,
): void {
  const [owner = null] = owners;
  const alone = owner !== null && owners.every((one) => one === owner);
  emit({ type: "answer/changed", data: { id, ...(alone ? { userId: owner } : { name }) } });
}

/** POST /v1/ready-answers */
export const createAnswer = command({
  name: "answers.create",
  access: "chat_talk",
  input: createAnswerInput,
  output: answerSchema,
  example: () => ({ shortcut: "hours", text: "Hello {{contact.firstName|there}}, we are here from nine to six." }),
  async run(context) {
    const { actor, input, now } = context;
    const { scope, files: wanted, ...fields } = input;
    const ownerId = ownerFor(actor, scope);
    requireVariables(input.text);
    await takeTurnAtAnswers(actor);
    await requireFreeShortcut(actor, ownerId, input.shortcut);
    await requireRoom(actor);
    const files = await keepFiles(actor, wanted);
    const own = { companyId: actor.companyId, id: newId(), ownerId, createdAt: now, updatedAt: now };
    const made = await prisma.cannedResponse.create({ data: { ...own, ...fields, files } });
    tell(context, made.id, [ownerId]);
    return viewAnswer(made);
  },
});

const own = ["shortcut", "title", "category", "text", "ownerId", "channels", "files"] as const;

function differs(before: CannedResponse, after: Pick<CannedResponse, (typeof own)[number]>): boolean {
  return own.some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}

/** PATCH /v1/ready-answers/{answerId} */
export const updateAnswer = command({
  name: "answers.update",
  access: "chat_talk",
  input: updateAnswerInput,
  output: answerSchema,
  example: (given) => ({ answerId: given.cannedId ?? "", text: "We are here from nine to seven." }),
  async run(context) {
    const { actor, input } = context;
    await takeTurnAtAnswers(actor);
    const before = await lockAnswer(actor, input.answerId);
    const { shortcut = before.shortcut, text = before.text, title = before.title } = input;
    const { category = before.category, channels = before.channels, scope = scopeOf(before) } = input;
    const ownerId = scope === scopeOf(before) ? before.ownerId : ownerFor(actor, scope);
    if (text !== before.text) requireVariables(text);
    requireMatch(input.ifMatch, before.updatedAt);
    if (shortcut !== before.shortcut || ownerId !== before.ownerId) await requireFreeShortcut(actor, ownerId, shortcut);
    const files = input.files ? await keepFiles(actor, input.files, before.files) : before.files;
    const after = { shortcut, text, title, category, channels, ownerId, files };
    if (!differs(before, after)) return viewAnswer(before);
    const where = { companyId_id: { companyId: before.companyId, id: before.id } };
    const data = { ...after, updatedAt: momentAfter(before.updatedAt) };
    const row = await prisma.cannedResponse.update({ where, data });
    tell(context, row.id, [before.ownerId, row.ownerId]);
    return viewAnswer(row);
  },
});

/** DELETE /v1/ready-answers/{answerId} */
export const deleteAnswer = command({
  name: "answers.delete",
  access: "chat_talk",
  input: deleteAnswerInput,
  output: deletedAnswerSchema,
  example: (given) => ({ answerId: given.cannedId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    await takeTurnAtAnswers(actor);
    const { companyId, id, shortcut, ownerId, updatedAt, files } = await lockAnswer(actor, input.answerId);
    requireMatch(input.ifMatch, updatedAt);
    await prisma.cannedResponse.delete({ where: { companyId_id: { companyId, id } } });
    await letGo(companyId, files);
    tell(context, id, [ownerId], shortcut);
    return { id, deleted: true as const };
  },
});
