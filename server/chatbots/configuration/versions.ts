import { z } from "zod";
import { notFound } from "#server/base/errors.ts";
import { command, query } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { prisma } from "#server/db/prisma.ts";
import { type ChatbotRow, readableChatbot } from "../access.ts";
import { parsedNodes } from "../flow/context.ts";
import type { QuestionNode } from "../schema.ts";
import { replaceList, storedNodes } from "./question-list.ts";
import { chatbotIdInput, questionListSchema, restoreVersionInput, versionInput, versionSchema } from "./schema.ts";

/** GET .../question-list/versions (H8): what was before the list of now, newest first. */
export const listVersions = query({
  name: "chatbots.versions",
  access: "websites_read",
  input: chatbotIdInput,
  output: z.array(versionSchema),
  example: (given) => ({ chatbotId: given.chatbotId ?? "" }),
  async run({ actor, input }) {
    const { id, version } = await readableChatbot(actor, input.chatbotId);
    return prisma.chatbotVersion.findMany({
      where: { companyId: actor.companyId, chatbotId: id, version: { lt: version } },
      select: { version: true, createdAt: true, author: true, nodeCount: true },
      orderBy: { version: "desc" },
    });
  },
});

const maxVersion = 2_147_483_647;

function versionNamed(text: string): number {
  const version = /^\d{1,10}$/.test(text) ? Number(text) : maxVersion + 1;
  if (version > maxVersion) throw notFound("version");
  return version;
}

/** The list of an earlier version; undefined: it is not kept. */
export async function keptList(
  { companyId, id }: Pick<ChatbotRow, "companyId" | "id">,
  version: number,
): Promise<readonly QuestionNode[] | undefined> {
  const found = await prisma.chatbotVersion.findFirst({
    where: { companyId, chatbotId: id, version },
    select: { questionList: true },
  });
  return found ? parsedNodes(found.questionList) : undefined;
}

async function nodesOf(chatbot: ChatbotRow, version: number): Promise<readonly QuestionNode[]> {
  if (version === chatbot.version) return storedNodes(chatbot);
  const found = await keptList(chatbot, version);
  if (!found) throw notFound("version");
  return found;
}

/** GET .../question-list/versions/{version} */
export const readVersion = query({
  name: "chatbots.version",
  access: "websites_read",
  input: versionInput,
  output: questionListSchema,
  example: (given) => ({ chatbotId: given.chatbotId ?? "", version: "1" }),
  async run({ actor, input: { chatbotId, version: named } }) {
    const version = versionNamed(named);
    return { version, nodes: [...(await nodesOf(await readableChatbot(actor, chatbotId), version))] };
  },
});

/** POST .../question-list/versions/{version}/restore: its list becomes a new version. */
export const restoreVersion = command({
  name: "chatbots.restoreVersion",
  access: "websites_write",
  input: restoreVersionInput,
  output: questionListSchema,
  example: (given) => ({ chatbotId: given.chatbotId ?? "", version: "1" }),
  async run(context) {
    const { actor, input } = context;
    const chatbot = await readableChatbot(actor, input.chatbotId, true);
    const nodes = await nodesOf(chatbot, versionNamed(input.version));
    requireMatch(input.ifMatch, chatbot.version);
    return replaceList(context, chatbot, nodes);
  },
});
