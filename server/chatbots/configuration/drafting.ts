import { AppError } from "#server/base/errors.ts";
import { command, query } from "#server/core/operation.ts";
import type { ChatbotDraft } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { type ChatbotRow, readableChatbot } from "../access.ts";
import { addressesOf, permitAddresses } from "./addresses.ts";
import { discardDraftInput, draftSchema, draftStateSchema, saveDraftInput } from "./draft-schema.ts";
import { storedNodes } from "./question-list.ts";
import { chatbotIdInput } from "./schema.ts";

/** The unpublished flow of a chatbot, as far as the team has got with it. The whole team shares one. */

const state = { revision: true, base: true, authorId: true, author: true, savedAt: true } as const;

type Draft = Pick<ChatbotDraft, keyof typeof state>;

const maxBytes = 512 * 1024;

function tooLarge(): AppError {
  const message = "The draft is larger than 512 KB.";
  return new AppError("validation_error", { message, details: [{ field: "nodes", code: "too_big", message }] });
}

/** Someone else saved first: names who and when, so that the two versions can be compared. */
function refuseStale(stored: Draft | null, revision: number): void {
  if ((stored?.revision ?? 0) === revision) return;
  throw new AppError("precondition_failed", {
    message: stored
      ? `${stored.author} has changed this draft meanwhile.`
      : "This draft was published or discarded meanwhile.",
    extra: { revision: stored?.revision ?? 0 },
  });
}

function storedDraft(companyId: string, chatbotId: string): Promise<Draft | null> {
  return prisma.chatbotDraft.findFirst({ where: { companyId, chatbotId }, select: state });
}

/** The draft as it stands; null where nothing differs from what is published. */
export const readDraft = query({
  name: "chatbots.draft",
  access: "websites_read",
  input: chatbotIdInput,
  output: draftSchema.nullable(),
  example: (given) => ({ chatbotId: given.chatbotId ?? "" }),
  async run({ actor, input }) {
    const { id } = await readableChatbot(actor, input.chatbotId);
    const found = await prisma.chatbotDraft.findFirst({
      where: { companyId: actor.companyId, chatbotId: id },
      select: { ...state, nodes: true },
    });
    return found ? draftSchema.parse(found) : null;
  },
});

/** Of the flow and of its draft. */
async function addressesBefore(chatbot: ChatbotRow): Promise<string[]> {
  const { companyId, id: chatbotId } = chatbot;
  const found = await prisma.chatbotDraft.findFirst({ where: { companyId, chatbotId }, select: { nodes: true } });
  const drafted = draftSchema.shape.nodes.parse(found?.nodes ?? []);
  return addressesOf([...(await storedNodes(chatbot)), ...drafted]);
}

/** Keeps a draft over the revision that it was made on. */
export const saveDraft = command({
  name: "chatbots.saveDraft",
  access: "websites_write",
  input: saveDraftInput,
  output: draftStateSchema,
  example: (given) => ({
    chatbotId: given.chatbotId ?? "",
    nodes: [{ id: 1, internal_name: "name", text: ["What is your name?"], response_type: "NAME" }],
    base: 1,
    revision: 0,
  }),
  async run({ actor, input, now, emit }) {
    const chatbot = await readableChatbot(actor, input.chatbotId, true);
    if (Buffer.byteLength(JSON.stringify(input.nodes)) > maxBytes) throw tooLarge();
    const before = await storedDraft(actor.companyId, chatbot.id);
    refuseStale(before, input.revision);
    await permitAddresses(actor, addressesOf(input.nodes), () => addressesBefore(chatbot));
    const key = { companyId: actor.companyId, chatbotId: chatbot.id };
    const [revision, authorId] = [input.revision + 1, actor.userId ?? actor.id];
    const draft = { revision, base: input.base, authorId, author: actor.name, savedAt: now };
    const written = { ...draft, nodes: input.nodes };
    await prisma.chatbotDraft.upsert({
      where: { companyId_chatbotId: key },
      create: { ...key, ...written },
      update: written,
    });
    emit({ type: "chatbot/draft", data: { id: chatbot.id, revision } });
    return draft;
  },
});

/** Deletes the draft after it was published or given up. */
export const discardDraft = command({
  name: "chatbots.discardDraft",
  access: "websites_write",
  input: discardDraftInput,
  output: draftStateSchema.nullable(),
  example: (given) => ({ chatbotId: given.chatbotId ?? "", revision: 1 }),
  async run({ actor, input, emit }) {
    const chatbot = await readableChatbot(actor, input.chatbotId, true);
    const before = await storedDraft(actor.companyId, chatbot.id);
    if (!before) return null;
    refuseStale(before, input.revision);
    await prisma.chatbotDraft.deleteMany({ where: { companyId: actor.companyId, chatbotId: chatbot.id } });
    emit({ type: "chatbot/draft", data: { id: chatbot.id, revision: 0 } });
    return null;
  },
});
