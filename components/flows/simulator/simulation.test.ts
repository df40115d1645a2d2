import { describe, expect, it } from "vitest";
import { readFulfillment } from "#server/chatbots/flow/fulfillment-answer.ts";
import { type CallResult, fulfillmentRequestSchema, type PlannedCall } from "#server/chatbots/fulfillment/schema.ts";
import { listOf } from "../draft/example-flow.ts";
import { askingOf } from "./simulated-request.ts";
import { openSimulation, type Replies, type Surroundings, sayInSimulation } from "./simulated-turn.ts";

const around: Surroundings = {
  nodes: listOf(
    {
      internal_name: "email",
      response_type: "EMAIL",
      text: ["Your email?"],
      fulfillment_url: "https://a.example/node",
    },
    { internal_name: "phone", response_type: "PHONE", text: ["Your number?"] },
    { internal_name: "city", text: ["Which city?"] },
  ),
  settings: { global_fulfillment_url: "https://a.example/global" },
  now: new Date("2026-05-04T10:00:00.000Z"),
  random: () => 0,
  country: "US",
  tags: ["vip"],
};
const asker = { companyId: "company", websiteId: "channel", chatbotName: "Help" };
const opened = openSimulation(around);

function answered(call: PlannedCall, body: object): CallResult {
  const { answer = null, notes = [] } = readFulfillment(body) ?? {};
  const came = { statusCode: 200, durationMs: 12, response: JSON.stringify(body), responseBytes: 2 };
  return { call, outcome: "answered", error: "", ...came, answer, notes };
}

function failed(call: PlannedCall): CallResult {
  const nothing = { statusCode: null, response: null, responseBytes: 0, answer: null, notes: [] };
  return { call, outcome: "timeout", error: "No answer in 8 seconds.", durationMs: 8000, ...nothing };
}

function ask(text: string) {
  const asked = askingOf(opened, around, { text }, asker);
  if (!asked) throw new Error("asks nobody");
  const [global, node] = asked.plan.calls;
  if (!global || !node) throw new Error("asks fewer than two");
  return { ...asked, global, node };
}

const botSaid = ({ lines }: ReturnType<typeof sayInSimulation>) =>
  lines.slice(1).flatMap(({ from, text }) => (from === "visitor" ? [] : [`${from} ${text}`]));

describe("a simulated conversation that asks endpoints", () => {
  it("sends what the engine sends: the whole contract, with the answer already read", () => {
    const { request, plan } = ask("ana@example.com");
    expect(fulfillmentRequestSchema.strict().parse(request)).toEqual(request);
    expect(request).toMatchObject({
      ...asker,
      message: "ana@example.com",
      flow: 1,
      flow_state: { last_question_id: 1, retry_count: 0 },
      collected_data: { name: { value: "" }, email: { value: "ana@example.com" } },
      chat_log: [{ sender: "visitor", text: "ana@example.com" }],
      response_log: [{ sender: "robot", message: "Your email?" }],
      tags: ["vip"],
      creation_date: "2026-05-04T10:00:00.000Z",
    });
    expect(plan.calls.map(({ source, url }) => [source, url])).toEqual([
      ["global", "https://a.example/global"],
      ["node", "https://a.example/node"],
    ]);
  });

  it("applies the node's answer, with custom data of both, and tells which one counted", () => {
    const { request, global, node } = ask("ana@example.com");
    const results = [
      answered(global, { custom: { plan: "gold" }, response: { text: ["Global"] } }),
      answered(node, { response: { text: ["Node"], go_to_name: "city" } }),
    ];
    const after = sayInSimulation(opened, around, { text: "ana@example.com" }, [{ request, results }]);
    expect(botSaid(after)).toEqual(["bot Node", "bot Which city?"]);
    expect(after.state.slots).toMatchObject({ email: "ana@example.com", custom: { plan: "gold" } });
    const calls = after.turns.at(-1)?.calls ?? [];
    expect(calls.map(({ won, notes }) => [won, notes.map(({ reason }) => reason)])).toEqual([
      [false, ["superseded"]],
      [true, []],
    ]);
    expect(JSON.parse(calls[1]?.request ?? "")).toMatchObject({ flow: 1, message: "ana@example.com" });
  });

  it("goes on without an endpoint that fails, and says so", () => {
    const { request, global, node } = ask("ana@example.com");
    const results = [failed(global), failed(node)];
    const after = sayInSimulation(opened, around, { text: "ana@example.com" }, [{ request, results }]);
    expect(botSaid(after)).toEqual(["event failed", "bot Your number?"]);
    expect(after.turns.at(-1)?.calls.map(({ error }) => error)).toEqual(Array(2).fill("No answer in 8 seconds."));
  });

  it("falls back to the global endpoint's answer where the step's own fails", () => {
    const { request, global, node } = ask("ana@example.com");
    const results = [answered(global, { response: { text: ["Global"] } }), failed(node)];
    const after = sayInSimulation(opened, around, { text: "ana@example.com" }, [{ request, results }]);
    expect(botSaid(after)).toEqual(["event fallback", "bot Global", "bot Your number?"]);
    expect(after.turns.at(-1)?.calls.map(({ won }) => won)).toEqual([true, false]);
  });

  it("leaves out a jump to nowhere, and says so", () => {
    const { request, node } = ask("ana@example.com");
    const results = [answered(node, { response: { go_to_name: "nowhere" } })];
    const after = sayInSimulation(opened, around, { text: "ana@example.com" }, [{ request, results }]);
    expect(botSaid(after)).toEqual(["bot Your number?"]);
    expect(after.turns.at(-1)?.calls[0]?.notes).toEqual([{ field: "response.go_to_name", reason: "unknown_target" }]);
  });

  it("hands over in the words of the settings, by the hours that are chosen", () => {
    const nodes = listOf({ internal_name: "help", actions: [{ name: "OPERATOR_NEEDED", params: [] }] });
    const special_messages = { finding_operator_start: "One moment.", finding_operator_timeout: ["Back at nine."] };
    const handedOver = (open: boolean) => {
      const there = { ...around, nodes, settings: { special_messages }, open };
      return botSaid(sayInSimulation(openSimulation(there), there, { text: "Help" }));
    };
    expect(handedOver(true)).toEqual(["bot One moment.", "event operator"]);
    expect(handedOver(false)).toEqual(["bot Back at nine.", "event operator"]);
  });

  it("asks on where a response leads to a step with an address of its own, once each", () => {
    const look = {
      internal_name: "look",
      response_type: "NONE" as const,
      text: ["Looking"],
      fulfillment_url: "https://b.example",
    };
    const first = { internal_name: "a", text: ["a?"], fulfillment_url: "https://a.example" };
    const there = { ...around, settings: {}, nodes: listOf(first, look, { internal_name: "b", text: ["b?"] }) };
    const before = openSimulation(there);
    const rounds: Replies[] = [];
    for (const words of ["A", "Found"]) {
      const asked = askingOf(before, there, { text: "x" }, asker, rounds);
      const results = asked?.plan.calls.map((call) => answered(call, { response: { text: [words] } })) ?? [];
      rounds.push({ request: asked?.request ?? {}, results });
    }
    expect(askingOf(before, there, { text: "x" }, asker, rounds)).toBeUndefined();
    expect(botSaid(sayInSimulation(before, there, { text: "x" }, rounds))).toEqual([
      ...["bot A", "bot Looking", "bot Found", "bot b?"],
    ]);
  });

  it("calls nothing where there is no endpoint", () => {
    const plain = { ...around, settings: {}, nodes: listOf({ internal_name: "city" }) };
    expect(askingOf(openSimulation(plain), plain, { text: "Rome" }, asker)).toBeUndefined();
  });
});
