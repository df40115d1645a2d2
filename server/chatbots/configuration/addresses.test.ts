import { describe, expect, it } from "vitest";
import type { Actor } from "#server/core/actor.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { personWith } from "#server/testing/roles.ts";
import { createChatbot } from "../managing.ts";
import { readDraft, saveDraft } from "./drafting.ts";
import { readQuestionList, saveQuestionList } from "./question-list.ts";
import { readSettings, saveSettings } from "./settings.ts";
import { restoreVersion } from "./versions.ts";

const company = await openCompany();
const sites = ["websites_read", "websites_write"] as const;
const builder = await personWith(company, { name: "Builder", permissions: [...sites] });
const reader = await personWith(company, { name: "Reader", permissions: [...sites, "clients_read"] });
const ours = "https://ours.example/f";
const theirs = "https://theirs.example/f";
const refused = { code: "forbidden", extra: { requiredPermissions: ["clients_read"] } };

const chatbot = async () => (await createChatbot.execute(company.admin, { name: "Asking" })).id;
const node = (fulfillment_url: string, text = "Who?") => ({
  ...{ id: 1, internal_name: "ask", text: [text], response_type: "TEXT" as const },
  fulfillment_url,
});
const point = (actor: Actor, chatbotId: string, global_fulfillment_url: string, more: object = {}) =>
  saveSettings.execute(actor, { chatbotId, settings: { global_fulfillment_url, ...more } });
const publish = (actor: Actor, chatbotId: string, ...nodes: ReturnType<typeof node>[]) =>
  saveQuestionList.execute(actor, { chatbotId, nodes });
const draft = (actor: Actor, chatbotId: string, revision: number, url: string) =>
  saveDraft.execute(actor, { chatbotId, revision, base: 1, nodes: [node(url)] });

describe("an address that receives what visitors say [found S6]", () => {
  it("of every message is set by who reads all conversations; others keep it or take it away", async () => {
    const chatbotId = await chatbot();
    await expect(point(builder, chatbotId, theirs)).rejects.toMatchObject(refused);
    await point(reader, chatbotId, ours);
    await expect(point(builder, chatbotId, theirs, { title: "New" })).rejects.toMatchObject(refused);
    expect((await point(builder, chatbotId, ours, { title: "New" })).title).toBe("New");
    const stored = await readSettings.execute(company.admin, { chatbotId });
    expect(stored.global_fulfillment_url).toBe(ours);
    expect((await point(builder, chatbotId, "")).global_fulfillment_url).toBe("");
    await expect(point(builder, chatbotId, ours)).rejects.toMatchObject(refused);
  });

  it("of a step too: nothing is stored, and what stays the same may be saved", async () => {
    const chatbotId = await chatbot();
    await publish(reader, chatbotId, node(ours));
    await expect(publish(builder, chatbotId, node(theirs))).rejects.toMatchObject(refused);
    await publish(builder, chatbotId, node(ours, "Who is it?"));
    const { nodes } = await readQuestionList.execute(builder, { chatbotId });
    expect(nodes).toMatchObject([{ fulfillment_url: ours, text: ["Who is it?"] }]);
  });

  it("comes back with an old version only by such a person", async () => {
    const chatbotId = await chatbot();
    const { version } = await publish(company.admin, chatbotId, node(ours));
    await publish(builder, chatbotId, node(""));
    const old = { chatbotId, version: String(version) };
    await expect(restoreVersion.execute(builder, old)).rejects.toMatchObject(refused);
    expect((await restoreVersion.execute(reader, old)).nodes).toMatchObject([{ fulfillment_url: ours }]);
    expect((await restoreVersion.execute(builder, old)).nodes).toMatchObject([{ fulfillment_url: ours }]);
  });

  it("gets into the team's draft, and from it into the flow, only by such a person", async () => {
    const chatbotId = await chatbot();
    await expect(draft(builder, chatbotId, 0, theirs)).rejects.toMatchObject(refused);
    expect(await readDraft.execute(builder, { chatbotId })).toBeNull();
    await draft(reader, chatbotId, 0, ours);
    await draft(builder, chatbotId, 1, ours);
    await expect(draft(builder, chatbotId, 2, theirs)).rejects.toMatchObject(refused);
    await expect(publish(builder, chatbotId, node(ours))).rejects.toMatchObject(refused);
    await publish(reader, chatbotId, node(ours));
    await draft(builder, chatbotId, 2, ours);
  });

  it("stays with a copy of the chatbot, which sends to nobody new", async () => {
    const chatbotId = await chatbot();
    await point(reader, chatbotId, ours);
    const { id } = await createChatbot.execute(builder, { name: "Copy", copyOf: chatbotId });
    expect(await readSettings.execute(builder, { chatbotId: id })).toMatchObject({ global_fulfillment_url: ours });
    await expect(point(builder, id, theirs)).rejects.toMatchObject(refused);
  });

  it("is set over the API with websites_write, where the token's owner reads all conversations (H3, H7)", async () => {
    const chatbotId = await chatbot();
    const path = `/v1/chatbots/${chatbotId}/chatbot-config`;
    const ofAdmin = await openApi(company, sites);
    const ofBuilder = await openApi(company, sites, builder);
    for (const [api, status] of [
      [ofBuilder, 403],
      [ofAdmin, 200],
    ] as const) {
      const one = await api.patch(`${path}/settings`, { global_fulfillment_url: ours });
      const list = await api.put(`${path}/question-list`, [{ internal_name: "a", fulfillment_url: ours }]);
      expect([one.status, list.status]).toEqual([status, status]);
      if (status === 403)
        for (const { body } of [one, list]) expect(body.requiredPermissions).toEqual(["clients_read"]);
    }
  });
});
