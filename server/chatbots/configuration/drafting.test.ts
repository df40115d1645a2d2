import { describe, expect, it } from "vitest";
import { z } from "zod";
import { eventsOf } from "#server/testing/events.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { createChatbot, deleteChatbot } from "../managing.ts";
import { questionNodeSchema } from "../schema.ts";
import { discardDraft, readDraft, saveDraft } from "./drafting.ts";
import { readQuestionList, saveQuestionList } from "./question-list.ts";

const company = await openCompany();

const half = { id: 1, internal_name: "ask", question_file_url: "htt", text: ["Which pl"], response_options: [""] };

async function chatbot(): Promise<string> {
  return (await createChatbot.execute(company.admin, { name: "Drafted" })).id;
}

const save = (chatbotId: string, revision: number, words: string, actor = company.admin) =>
  saveDraft.execute(actor, { chatbotId, base: 1, revision, nodes: [{ ...half, text: [words] }] });

describe("the draft of a flow, on the server [found U2]", () => {
  it("is shared by the team, with its author, time and faults; visitors see nothing of it", async () => {
    const chatbotId = await chatbot();
    expect(await readDraft.execute(company.supervisor, { chatbotId })).toBeNull();
    const published = await readQuestionList.execute(company.admin, { chatbotId });
    const saved = await saveDraft.execute(company.admin, { chatbotId, nodes: [half], base: 1, revision: 0 });
    const seen = await readDraft.execute(company.supervisor, { chatbotId });
    expect(seen).toMatchObject({ revision: 1, base: 1, author: company.admin.name, nodes: [half] });
    expect(seen?.savedAt).toEqual(saved.savedAt);
    expect(await readQuestionList.execute(company.admin, { chatbotId })).toEqual(published);
  });

  it("tells a step that only went through the database as it was published", async () => {
    const chatbotId = await chatbot();
    const { nodes } = await readQuestionList.execute(company.admin, { chatbotId });
    const actions = [{ name: "OPERATOR_NEEDED", conditions_to_execute: [], params: [] }];
    const sent = nodes.map((node) => ({
      ...node,
      actions,
      other: "of others",
      translations: { es: { text: ["¿Qué?"] } },
    }));
    await saveDraft.execute(company.admin, { chatbotId, nodes: sent, base: 1, revision: 0 });
    const saved = { chatbotId, nodes: z.array(questionNodeSchema).parse(sent), ifMatch: "1" };
    const published = await saveQuestionList.execute(company.admin, saved);
    const draft = await readDraft.execute(company.admin, { chatbotId });
    expect(JSON.stringify(draft?.nodes)).toBe(JSON.stringify(published.nodes));
  });

  it("of two people who save at once one learns who was first, and neither's changes are lost", async () => {
    const chatbotId = await chatbot();
    const results = await Promise.allSettled(["mine", "yours"].map((words) => save(chatbotId, 0, words)));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = results.find((one) => one.status === "rejected");
    expect(refused).toMatchObject({ reason: { code: "precondition_failed", extra: { revision: 1 } } });
    expect(String(refused?.reason?.message)).toContain(company.admin.name);
    await expect(save(chatbotId, 1, "over it")).resolves.toMatchObject({ revision: 2 });
  });

  it("is gone when it is discarded; a save of what was discarded meanwhile is refused", async () => {
    const chatbotId = await chatbot();
    await save(chatbotId, 0, "first");
    await expect(discardDraft.execute(company.admin, { chatbotId, revision: 7 })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    expect(await discardDraft.execute(company.admin, { chatbotId, revision: 1 })).toBeNull();
    expect(await readDraft.execute(company.admin, { chatbotId })).toBeNull();
    await expect(save(chatbotId, 1, "late")).rejects.toMatchObject({ code: "precondition_failed" });
    expect(await discardDraft.execute(company.admin, { chatbotId, revision: 0 })).toBeNull();
  });

  it("is announced live, and is deleted with its chatbot", async () => {
    const chatbotId = await chatbot();
    await save(chatbotId, 0, "told");
    const told = (await eventsOf(company)).filter(({ type }) => type === "chatbot/draft");
    expect(told.at(-1)?.data).toEqual({ id: chatbotId, revision: 1 });
    await deleteChatbot.execute(company.admin, { chatbotId });
    await expect(readDraft.execute(company.admin, { chatbotId })).rejects.toMatchObject({ code: "not_found" });
  });

  it("refuses what is no flow, or too much of one", async () => {
    const chatbotId = await chatbot();
    const draft = { chatbotId, base: 1, revision: 0 };
    await expect(
      saveDraft.execute(company.admin, { ...draft, nodes: [{ id: 1, internal_name: "x".repeat(65) }] }),
    ).rejects.toMatchObject({ code: "validation_error" });
    const large = { ...half, text: ["x".repeat(600_000)] };
    await expect(saveDraft.execute(company.admin, { ...draft, nodes: [large] })).rejects.toMatchObject({
      code: "validation_error",
      details: [{ field: "nodes", code: "too_big" }],
    });
  });
});
