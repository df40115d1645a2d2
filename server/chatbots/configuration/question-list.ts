import type { z } from "zod";
import { AppError, type FieldError } from "#server/base/errors.ts";
import { type CommandContext, command, query } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { prisma } from "#server/db/prisma.ts";
import { type ChatbotRow, readableChatbot } from "../access.ts";
import { parsedNodes, parsedSettings } from "../flow/context.ts";
import { checkQuestionList } from "../flow/list-checks.ts";
import { isPattern } from "../flow/patterns.ts";
import type { QuestionNode } from "../schema.ts";
import { addressesOf, permitAddresses } from "./addresses.ts";
import { requireReferences } from "./references.ts";
import { chatbotIdInput, questionListSchema, type questionNodeInput, saveQuestionListInput } from "./schema.ts";
import { keepFirst } from "./versions.sql.ts";

const maxBytes = 512 * 1024;
const maxNodes = 200;
const maxCounted = 1_000_000_000;
/** Older ones are dropped. */
const keptVersions = 200;

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;
type Sent = z.output<typeof questionNodeInput>;

export async function storedNodes({
  companyId,
  id,
}: Pick<ChatbotRow, "companyId" | "id">): Promise<readonly QuestionNode[]> {
  const found = await prisma.chatbot.findFirst({ where: { companyId, id }, select: { questionList: true } });
  return parsedNodes(found?.questionList);
}

/** GET /v1/chatbots/{chatbotId}/chatbot-config/question-list */
export const readQuestionList = query({
  name: "chatbots.questionList",
  access: "websites_read",
  input: chatbotIdInput,
  output: questionListSchema,
  example: (given) => ({ chatbotId: given.chatbotId ?? "" }),
  async run({ actor, input }) {
    const chatbot = await readableChatbot(actor, input.chatbotId);
    return { version: chatbot.version, nodes: [...(await storedNodes(chatbot))] };
  },
});

/** Missing ids go on from the highest, as long as that is a number people would count to. */
function withIds(nodes: readonly Sent[]): QuestionNode[] {
  const taken = new Set(nodes.map(({ id }) => id));
  let last = nodes.reduce((highest, { id = 0 }) => (id < maxCounted ? Math.max(highest, id) : highest), 0);
  return nodes.map(({ id, ...node }) => {
    if (id !== undefined) return { id, ...node };
    do last += 1;
    while (taken.has(last));
    return { id: last, ...node };
  });
}

function refuse(details: FieldError[]): void {
  const [first] = details;
  if (first) throw new AppError("validation_error", { message: `${first.field}: ${first.message}`, details });
}

/** Every fault of the list, each under its node's index (H7). */
function requireSound(nodes: readonly QuestionNode[], limit: number): void {
  const faults = checkQuestionList(nodes, { limit, isRegex: isPattern });
  const details = faults.slice(0, 50).map(({ index, field, code, message }) => ({
    field: index < 0 ? "nodes" : `nodes.${index}.${field}`,
    code,
    message,
  }));
  refuse(details);
  if (Buffer.byteLength(JSON.stringify(nodes)) > maxBytes) {
    refuse([{ field: "nodes", code: "too_big", message: "The list is larger than 512 KB." }]);
  }
}

/** Replaces the stored list, which stays as a version. The chatbot's row is locked. */
export async function replaceList(context: Context, chatbot: ChatbotRow, nodes: readonly QuestionNode[]) {
  const { actor, now, emit } = context;
  await permitAddresses(actor, addressesOf(nodes), async () => addressesOf(await storedNodes(chatbot)));
  const version = chatbot.version + 1;
  const { companyId, id } = chatbot;
  await keepFirst(chatbot);
  await prisma.chatbotVersion.create({
    data: {
      companyId,
      chatbotId: id,
      version,
      questionList: nodes,
      nodeCount: nodes.length,
      author: actor.name,
      createdAt: now,
    },
  });
  await prisma.chatbot.update({
    where: { companyId_id: { companyId, id } },
    data: { questionList: nodes, version, updatedAt: now },
    select: { id: true },
  });
  await prisma.chatbotVersion.deleteMany({
    where: { companyId, chatbotId: id, version: { lte: version - keptVersions } },
  });
  emit({ type: "chatbot/changed", data: { id: chatbot.id } });
  return { version, nodes: [...nodes] };
}

/** PUT of the same (H7): the whole list or nothing. */
export const saveQuestionList = command({
  name: "chatbots.saveQuestionList",
  access: "websites_write",
  input: saveQuestionListInput,
  output: questionListSchema,
  example: (given) => ({
    chatbotId: given.chatbotId ?? "",
    nodes: [{ internal_name: "name", text: ["What is your name?"], response_type: "NAME" as const }],
  }),
  async run(context) {
    const { actor, input } = context;
    const chatbot = await readableChatbot(actor, input.chatbotId, true);
    const nodes = withIds(input.nodes);
    requireSound(nodes, parsedSettings(chatbot.settings).questions_limit ?? maxNodes);
    await requireReferences(actor, nodes, await storedNodes(chatbot));
    requireMatch(input.ifMatch, chatbot.version);
    return replaceList(context, chatbot, nodes);
  },
});
