import { describe, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { eventsDuring, typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import type { Conversation } from "../schema.ts";

const company = await openCompany();
const api = await openApi(company);

const add = (id: string, tag: unknown, source?: string) =>
  api.post<Conversation>(`/v1/conversations/${id}/tags`, { tag, ...(source ? { source } : {}) });
const remove = (id: string, tag: string) =>
  api.delete<Conversation>(`/v1/conversations/${id}/tags/${encodeURIComponent(tag)}`);

describe("conversation tags (E12)", () => {
  it("adds a business tag with its source and tells the business tags as they are now", async () => {
    const { id } = await converse(api, company);
    await add(id, "vip");
    const events = await eventsDuring(company, async () => {
      const { status, body } = await add(id, "  from bot ", "chatbot");
      expect(status).toBe(200);
      expect(body.tags).toEqual(["vip", "from bot"]);
      expect(body.operatorTags).toEqual([
        { tagName: "vip", source: "human" },
        { tagName: "from bot", source: "chatbot" },
      ]);
    });
    expect(events.map((event) => event.type)).toEqual(["conversation/tag_added"]);
    expect(events[0]?.data).toMatchObject({ tag: "from bot", source: "chatbot", tags: ["vip", "from bot"] });
  });

  it("takes a case-insensitive repeat as no change", async () => {
    const { id } = await converse(api, company);
    await add(id, "Vip");
    expect(await typesDuring(company, async () => expect((await add(id, "vIP")).status).toBe(200))).toEqual([]);
    expect((await reread(api, id)).tags).toEqual(["Vip"]);
  });

  it("removes a tag, also one with a slash, and tells it once", async () => {
    const { id } = await converse(api, company);
    await add(id, "a/b c");
    const events = await eventsDuring(company, async () => expect((await remove(id, "a/b c")).status).toBe(200));
    expect(events.map((event) => [event.type, event.data.tag])).toEqual([["conversation/tag_removed", "a/b c"]]);
    expect(await typesDuring(company, () => remove(id, "a/b c"))).toEqual([]);
  });

  it.each([
    "is_intervened",
    "was_intervened",
    "automatic_transfer",
    "external_robot",
    "post_lead",
    "no_lead",
    "posted_crm",
    "fired_welcome",
    "Post_Lead",
    "FIRED_welcome",
  ])("keeps clients off the system tag %s", async (tag) => {
    const { id } = await converse(api, company);
    const answers = [await add(id, tag), await remove(id, tag)];
    for (const refused of answers) {
      expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, "tag"]);
    }
  });

  it("lets a tag of such a name go that was put on before the name was the system's", async () => {
    const { id } = await converse(api, company);
    await systemPool().query(
      `update conversations set "tags" = '{Post_Lead,vip}', "operatorTags" = $2::jsonb where "id" = $1`,
      [id, JSON.stringify(["Post_Lead", "vip"].map((tagName) => ({ tagName, source: "human" })))],
    );
    const read = await reread(api, id);
    expect((await api.put<Conversation>(`/v1/conversations/${id}`, read)).body).toEqual(read);
    expect((await remove(id, "post_lead")).body.tags).toEqual(["vip"]);
    expect((await remove(id, "Post_Lead")).status).toBe(400);
  });

  it.each(["", "   ", "x".repeat(51), 5, null])("refuses the tag %j", async (tag) => {
    const { id } = await converse(api, company);
    expect((await add(id, tag)).status).toBe(400);
  });

  it("refuses an unknown source", async () => {
    const { id } = await converse(api, company);
    expect((await add(id, "x", "robot")).body.details?.[0]?.field).toBe("source");
  });

  it("tells no tag event for system tags", async () => {
    const { id } = await converse(api, company);
    const types = await typesDuring(company, () => say(api, id, "user", { from: company.given.agentId ?? "" }));
    expect(types.filter((type) => type.includes("tag"))).toEqual([]);
    expect((await reread(api, id)).tags).toEqual(["is_intervened", "was_intervened"]);
  });
});
