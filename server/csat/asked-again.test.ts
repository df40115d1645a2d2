import { describe, expect, it } from "vitest";
import { systemActor } from "#server/core/actor.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { askNow } from "./asking.ts";
import type { CsatResponseView, CsatSettingsView } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);
const system = systemActor(company.companyId);

const set = (given: Partial<CsatSettingsView>) => api.patch<CsatSettingsView>("/v1/csat-settings", given);
const on = { enabled: true, delayMinutes: 0, everyDays: 30, scale: "stars" as const, lowTask: false };
await set(on);

const close = (id: string) => api.post(`/v1/conversations/${id}/close`, { isLead: false });
const of = async (id: string) =>
  (await api.get<{ data: CsatResponseView[] }>(`/v1/csat-responses?conversationId=${id}`)).body.data;
const ask = (id: string) => askNow.execute(system, { conversationId: id });

let people = 0;
/** A web conversation that the team has answered, closed. */
async function served(): Promise<string> {
  people += 1;
  const { id } = await converse(api, company, { from: `guest-${people}` });
  await say(api, id, "user", { from: company.agent.id });
  await close(id);
  return id;
}

describe("a conversation that was opened again: asked is", () => {
  it("nobody who talked to the bot alone since it was opened again", async () => {
    const id = await served();
    await ask(id);
    await set({ everyDays: 0 });
    await api.post(`/v1/conversations/${id}/open`);
    await say(api, id, "visitor", { from: `guest-${people}`, body: "Do you open on Sundays" });
    await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "ON" });
    await say(api, id, "robot");
    await close(id);
    expect((await of(id)).map(({ state }) => state)).toEqual(["asked"]);
    await api.post(`/v1/conversations/${id}/open`);
    await say(api, id, "user", { from: company.agent.id });
    await close(id);
    expect(await ask(id)).toEqual({ asked: true });
    await set(on);
  });

  it("nobody whose channel is gone", async () => {
    const channel = await api.post<{ id: string }>("/v1/channels", { type: "WEBSITE", label: "Gone soon" });
    expect(channel.status, channel.text).toBe(200);
    const visitor = await visitorOn(channel.body.id);
    const id = await visitor.begin("Hello there");
    await say(api, id, "user", { from: company.agent.id });
    expect((await api.delete(`/v1/channels/${channel.body.id}?force=true`)).status).toBe(200);
    expect(await ask(id)).toEqual({ asked: false });
    expect((await of(id)).map(({ state, reason }) => [state, reason])).toEqual([["skipped", "channel_gone"]]);
  });
});

describe("a conversation that was opened again: a visitor's words", () => {
  it("do not answer a question of an earlier closing, but what was asked since", async () => {
    const id = await served();
    await ask(id);
    const from = `guest-${people}`;
    await say(api, id, "visitor", { from, body: "I want some chairs" });
    await say(api, id, "user", { from: company.agent.id, body: "How many chairs?" });
    await close(id);
    expect(await ask(id)).toEqual({ asked: false });
    await say(api, id, "visitor", { from, body: "2" });
    expect((await reread(api, id)).status).toBe("ACTIVE");
    expect((await of(id)).map(({ state }) => state).sort()).toEqual(["asked", "skipped"]);
  });

  it("answer the question also where it was opened and closed since, and nobody said a word", async () => {
    const id = await served();
    await ask(id);
    await api.post(`/v1/conversations/${id}/open`);
    await close(id);
    expect(await ask(id)).toEqual({ asked: false });
    await say(api, id, "visitor", { from: `guest-${people}`, body: "4" });
    expect((await of(id)).map(({ rating }) => rating)).toContain(4);
    expect((await reread(api, id)).status).toBe("CLOSED");
  });
});
