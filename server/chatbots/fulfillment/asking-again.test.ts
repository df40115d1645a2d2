import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { second, shiftClock } from "#server/base/clock.ts";
import { systemPool } from "#server/db/system.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { botRuns, said } from "#server/testing/bot.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { type Received, type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { saveQuestionList } from "../configuration/question-list.ts";
import { saveSettings } from "../configuration/settings.ts";
import { fulfillmentRequestSchema } from "./schema.ts";

const company = await openCompany("Several endpoints");
const api = await openApi(company);
const chatbotId = company.given.chatbotId ?? "";
let endpoint: Receiver;

beforeAll(async () => {
  allowPrivateTargets(true);
  endpoint = await startReceiver();
});
afterAll(async () => {
  await closeOutbound();
  await endpoint.close();
  allowPrivateTargets(false);
});
beforeEach(async () => {
  endpoint.received.length = 0;
  await systemPool().query(`delete from fulfillment_calls where "companyId" = $1`, [company.companyId]);
});

const list = (...nodes: object[]) => saveQuestionList.execute(company.admin, { chatbotId, nodes: nodes as never });
const url = (path: string) => endpoint.url.replace("/hook", `/${path}`);
const at = (path: string) => ({ fulfillment_url: url(path) });
const silent = { response_type: "NONE" };

/** How each address answers. */
function answers(replies: Record<string, object>): void {
  endpoint.answer((request, response) => {
    response.writeHead(200).end(JSON.stringify(replies[request.url.slice(1)] ?? {}));
  });
}

const bodyOf = (request: Received) => fulfillmentRequestSchema.parse(JSON.parse(request.body));
const paths = () => endpoint.received.map((request) => request.url.slice(1));
const robot = async (id: string) =>
  (await said(id)).flatMap((line) => (line.startsWith("robot: ") ? [line.slice(7)] : []));
const text = (...words: string[]) => ({ response: { text: words } });

async function kept(): Promise<{ nodeName: string; outcome: string; won: boolean }[]> {
  const { rows } = await systemPool().query<{ nodeName: string; outcome: string; won: boolean }>(
    `select "nodeName", "outcome", "won" from fulfillment_calls where "companyId" = $1 order by "id"`,
    [company.companyId],
  );
  return rows.map(({ nodeName, outcome, won }) => ({ nodeName, outcome, won }));
}

async function talk(...words: string[]): Promise<string> {
  const { id } = await converse(api, company);
  for (const body of ["hello", ...words]) {
    await say(api, id, "visitor", { body });
    await botRuns(company.companyId, id);
  }
  return id;
}

describe("a turn that comes to several nodes with addresses (service.md 6)", () => {
  it("calls each as it comes to it, with what the one before has brought, and says all in its place", async () => {
    await list(
      { internal_name: "city", text: ["Which city?"], ...at("city") },
      { internal_name: "look", text: ["I look it up"], ...silent, ...at("look") },
      { internal_name: "again", text: ["And once more"], ...silent, ...at("again") },
      { internal_name: "more", text: ["Anything else?"] },
    );
    answers({
      city: { custom: { zone: "north" }, ...text("A fine city") },
      look: { custom: { found: 3 }, ...text("Three shops") },
      again: text("That is all"),
    });
    const id = await talk("Lima");
    expect(paths()).toEqual(["city", "look", "again"]);
    const [city, look, again] = endpoint.received.map(bodyOf);
    expect([city, look, again].map((one) => one?.message)).toEqual(["Lima", "Lima", "Lima"]);
    expect(city?.collected_data.custom).toEqual({ city: "Lima" });
    expect(look?.collected_data.custom).toEqual({ city: "Lima", zone: "north" });
    expect(again?.collected_data.custom).toEqual({ city: "Lima", zone: "north", found: 3 });
    expect((await robot(id)).slice(1)).toEqual([
      ...["A fine city", "I look it up", "Three shops", "And once more", "That is all", "Anything else?"],
    ]);
    expect(await kept()).toEqual(
      ["city", "look", "again"].map((nodeName) => ({ nodeName, outcome: "answered", won: true })),
    );
  });

  it("follows a jump to a statement with an address, and the statement's answer may stop the turn", async () => {
    await list(
      { internal_name: "a", text: ["a?"], ...at("a") },
      { internal_name: "b", text: ["b?"] },
      { internal_name: "look", text: ["Looking"], ...silent, ...at("look") },
      { internal_name: "c", text: ["c?"], ...at("c") },
    );
    answers({ a: { response: { go_to_name: "look" } }, look: { response: { text: ["Wait"], stopChat: true } } });
    const id = await talk("x");
    expect((await robot(id)).slice(1)).toEqual(["Looking", "Wait"]);
    expect(paths()).toEqual(["a", "look"]);
  });

  it("has 8 seconds for all of them; what is left then is not called, and the log says so [I2]", async () => {
    await list(
      { internal_name: "a", text: ["a?"], ...at("a") },
      { internal_name: "look", text: ["Looking"], ...silent, ...at("look") },
      { internal_name: "last", text: ["Last"], ...silent, ...at("last") },
      { internal_name: "b", text: ["b?"] },
    );
    endpoint.answer((request, response) => {
      if (request.url === "/a") shiftClock(7.5 * second);
      setTimeout(() => response.writeHead(200).end(JSON.stringify(text("A"))), request.url === "/a" ? 0 : 3000);
    });
    const begun = Date.now();
    const id = await talk("x").finally(() => shiftClock(0));
    expect(Date.now() - begun).toBeLessThan(2500);
    expect((await robot(id)).slice(1)).toEqual(["A", "Looking", "Last", "b?"]);
    expect(await kept()).toEqual([
      { nodeName: "a", outcome: "answered", won: true },
      { nodeName: "look", outcome: "timeout", won: false },
      { nodeName: "last", outcome: "timeout", won: false },
    ]);
    expect(paths()).toEqual(["a", "look"]);
  });
});

describe("a statement with an address that the visitor saw before writing", () => {
  it("is called when the conversation begins, beside the global one, and once", async () => {
    await saveSettings.execute(company.admin, { chatbotId, settings: { global_fulfillment_url: url("global") } });
    await list(
      { internal_name: "welcome", text: ["Welcome"], ...silent, ...at("welcome") },
      { internal_name: "need", text: ["What do you need?"], ...at("need") },
      { internal_name: "end", text: ["Thank you"], ...silent },
    );
    answers({ welcome: { custom: { tier: "gold" }, ...text("You are gold") }, need: text("Noted") });
    const visitor = await visitorOn(company.given.channelId ?? "");
    const id = await visitor.begin("A quote");
    await botRuns(company.companyId, id);
    expect(paths().sort()).toEqual(["global", "need", "welcome"]);
    expect(await robot(id)).toEqual(["Welcome", "What do you need?", "You are gold", "Noted", "Thank you"]);
    await visitor.post(`/conversations/${id}/messages`, { body: "And?" });
    await botRuns(company.companyId, id);
    expect(paths().filter((path) => path === "welcome")).toHaveLength(1);
    await saveSettings.execute(company.admin, { chatbotId, settings: { global_fulfillment_url: "" } });
    expect((await reread(api, id)).chatbotState).toBe("ON");
  });
});
