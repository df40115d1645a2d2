import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Trigger } from "#server/triggers/schema.ts";
import { responseTypes } from "../choices.ts";
import type { FulfillmentAnswer } from "../fulfillment/schema.ts";
import { type QuestionNode, questionNodeSchema } from "../schema.ts";
import { isFilled } from "./answers.ts";
import { type FlowContext, type FlowResult, freshState, openFlow, previewTurn, takeTurn } from "./engine.ts";
import { isPattern, testPattern } from "./patterns.ts";
import { firstMatch } from "./triggers.ts";
import { suggestEmail } from "./typos.ts";

const noon = new Date("2026-11-18T12:00:00Z");
type Given = Partial<QuestionNode> & { internal_name: string };

const list = (...given: Given[]) =>
  given.map((one, index) =>
    questionNodeSchema.parse({ id: index + 1, order: index + 1, text: [`${one.internal_name}?`], ...one }),
  );
const labelled = (label: string) => ({ interface_configuration: { label, restricted_actions: [] } });
const silent = { response_type: "NONE" as const };

const answered: FulfillmentAnswer = {
  ...{ writes: {}, goToName: "", flow: null, text: [], responseType: "TEXT", options: [], stopChat: false },
};

/** `fulfillment`: what the endpoint has answered, which applies before the next question. */
type Said = Partial<FlowContext> & { fulfillment?: FulfillmentAnswer | null };

function talk(nodes: readonly QuestionNode[], more: Partial<FlowContext> = {}) {
  const context = { nodes, settings: { chained_messages: true }, now: noon, random: () => 0, ...more };
  let last: FlowResult = openFlow({ ...context, state: more.state ?? freshState });
  return {
    opening: last.messages.map(({ text }) => text),
    say(text: string, { fulfillment, ...turn }: Said = {}): string[] {
      const answers = fulfillment ? [{ answer: fulfillment, at: "" }] : [];
      last = takeTurn({ ...context, answers, ...turn, state: last.state }, { text });
      return last.messages.map((message) => message.text);
    },
    result: () => last,
    trace: () => last.trace.map(({ node, event }) => `${node} ${event}`),
  };
}

describe("conditions", () => {
  const shown = (conditions_to_show: unknown[], more: Partial<FlowContext> = {}) =>
    talk(list({ internal_name: "q", conditions_to_show }), more).opening.length === 1;
  const slots = { name: "Ána", email: "", phone: "", custom: { plan: "Pro", n: 5 } };
  const known = { state: { ...freshState, slots } };

  it.each([
    [true, { type: "slot", slot: "name", operator: "equals", value: "ana" }],
    [false, { type: "slot", slot: "email", operator: "filled" }],
    [true, { type: "slot", slot: "email", operator: "empty" }],
    [true, { type: "slot", slot: "plan", operator: "one_of", value: ["basic", "pro"] }],
    [true, { type: "slot", slot: "n", operator: "equals", value: 5 }],
    [false, { type: "slot", slot: "plan", operator: "not_contains", value: "r" }],
    [false, { type: "channel", value: "WHATSAPP" }],
    [true, { type: "channel", value: ["WHATSAPP", "WEBSITE"] }],
    [true, { type: "business_hours", value: "in" }],
    [true, { type: "tag", value: "VIP" }],
    [false, { type: "tag", operator: "has_not", value: "vip" }],
    [
      true,
      {
        type: "any",
        conditions: [
          { type: "channel", value: "FACEBOOK" },
          { type: "tag", value: "vip" },
        ],
      },
    ],
    [false, { type: "not", condition: { type: "tag", value: "vip" } }],
    [true, { type: "of another system", x: 1 }],
    [true, { type: "not", condition: { type: "of another system" } }],
    [false, { type: "all", conditions: [{ type: "unknown" }, { type: "channel", value: "FACEBOOK" }] }],
  ])("%s: %j", (expected, condition) => {
    expect(shown([condition], { ...known, tags: ["vip"] })).toBe(expected);
  });

  it("leave a node out together with what is below it, and go on beside it", () => {
    const hidden = { conditions_to_show: [{ type: "channel", value: "WHATSAPP" }] };
    const nodes = list(
      { internal_name: "a", ...hidden },
      { internal_name: "below", parent: "a" },
      { internal_name: "b" },
    );
    const bot = talk(nodes);
    expect(bot.opening).toEqual(["b?"]);
    expect(bot.trace()).toEqual(["a skipped", "b entered"]);
  });

  it("prevent an action where they do not hold or are of an unknown type", () => {
    const run = (condition: unknown) => {
      const bot = talk(
        list({
          internal_name: "a",
          actions: [{ name: "OPERATOR_NEEDED", params: [], conditions_to_execute: [condition] }],
        }),
      );
      bot.say("x");
      return bot.result().operatorNeeded;
    };
    expect([
      run({ type: "business_hours", value: "in" }),
      run({ type: "business_hours", value: "out" }),
      run({ type: "?" }),
    ]).toEqual([true, false, false]);
  });
});

describe("actions", () => {
  const go = (name: "GOTO" | "GOTO_INTERNAL" | "DELETE", ...params: unknown[]) => ({ actions: [{ name, params }] });

  it("jump by id and by name", () => {
    const nodes = (to: object) => list({ internal_name: "a", ...to }, { internal_name: "b" }, { internal_name: "c" });
    expect(talk(nodes(go("GOTO", 3))).say("x")).toEqual(["c?"]);
    expect(talk(nodes(go("GOTO", "3"))).say("x")).toEqual(["c?"]);
    expect(talk(nodes(go("GOTO_INTERNAL", "c"))).say("x")).toEqual(["c?"]);
    const lost = talk(nodes(go("GOTO_INTERNAL", "gone")));
    expect(lost.say("x")).toEqual(["b?"]);
    expect(lost.result().ignored).toEqual([{ source: "node", target: "gone" }]);
  });

  it("bring a menu back after DELETE, with its branch as if it were new", () => {
    const back = {
      ...silent,
      actions: [
        { name: "DELETE" as const, params: ["menu"] },
        { name: "GOTO_INTERNAL" as const, params: ["menu"] },
      ],
    };
    const bot = talk(
      list(
        { internal_name: "menu", response_type: "LIST", response_options: ["Prices", "Bye"] },
        { internal_name: "prices", parent: "menu", ...labelled("Prices"), ...silent },
        { internal_name: "back", parent: "menu", ...labelled("Prices"), ...back },
        { internal_name: "end", ...silent },
      ),
    );
    for (let round = 0; round < 3; round += 1) expect(bot.say("Prices")).toEqual(["prices?", "back?", "menu?"]);
    expect(bot.say("Bye")).toEqual(["end?"]);
  });

  it("make a name asked again that was forgotten", () => {
    const nodes = list(
      { internal_name: "sure", ...go("DELETE", "name") },
      { internal_name: "name", response_type: "NAME" },
    );
    const bot = talk(nodes, { state: { ...freshState, slots: { name: "Ana", email: "", phone: "", custom: {} } } });
    expect(bot.say("no")).toEqual(["name?"]);
    expect(bot.result().state.forgotten).toEqual(["name"]);
    bot.say("Bea");
    expect(bot.result().state).toMatchObject({ forgotten: [], slots: { name: "Bea" } });
  });
});

describe("an endpoint's answer (I3)", () => {
  const nodes = list(
    { internal_name: "a" },
    { internal_name: "b" },
    { internal_name: "email", response_type: "EMAIL" },
    { internal_name: "end", ...silent },
  );
  const after = (fulfillment: Partial<FulfillmentAnswer>, text = "x") => {
    const bot = talk(nodes);
    return { said: bot.say(text, { fulfillment: { ...answered, ...fulfillment } }), ...bot.result() };
  };

  it("speaks before the next question", () => {
    expect(after({ text: ["one", "two"] }).said).toEqual(["one", "two", "b?"]);
  });
  it("goes by name before id, and writes before it asks", () => {
    expect(after({ goToName: "email", flow: 2 }).said).toEqual(["email?"]);
    const filled = after({ flow: 3, writes: { email: "a@b.co", custom: { plan: "pro" } } });
    expect(filled.said).toEqual(["end?"]);
    expect(filled.writes).toEqual({ email: "a@b.co", custom: { a: "x", plan: "pro" } });
  });
  it("ignores a target that is not there, and says so", () => {
    const { said, ignored } = after({ goToName: "gone", flow: 99 });
    expect([said, ignored.map(({ target }) => target)]).toEqual([["b?"], ["gone", "99"]]);
  });
  it("stops the turn, and the flow goes on from there with the next message", () => {
    const bot = talk(nodes);
    expect(bot.say("x", { fulfillment: { ...answered, text: ["wait"], stopChat: true } })).toEqual(["wait"]);
    expect(bot.result()).toMatchObject({ stopped: true, state: { waiting: "", next: "b", ended: false } });
    expect(bot.say("and?")).toEqual(["b?"]);
  });
  it("offers options with its last text", () => {
    const { messages } = after({ text: ["pick"], responseType: "LIST", options: ["x", "y"] });
    expect(messages[0]).toEqual({ text: "pick", options: ["x", "y"] });
  });
  it("spares a wrong answer its try when it leads elsewhere", () => {
    const bot = talk(
      list({ internal_name: "email", response_type: "EMAIL", retry_text: ["wrong"] }, { internal_name: "b" }),
    );
    expect(bot.say("hm", { fulfillment: { ...answered, goToName: "b" } })).toEqual(["b?"]);
  });
  it("reaches a flow that has ended", () => {
    const bot = talk(list({ internal_name: "a" }, { internal_name: "b" }));
    bot.say("1");
    bot.say("2");
    expect(bot.say("3")).toEqual([]);
    expect(bot.say("4", { fulfillment: { ...answered, text: ["still here"] } })).toEqual(["still here"]);
  });
  it("applies at a NONE node with an endpoint of its own", () => {
    const own = list(
      { internal_name: "a" },
      { internal_name: "look", ...silent, fulfillment_url: "https://x.example" },
      { internal_name: "b" },
    );
    const context = { nodes: own, settings: {}, now: noon, random: () => 0 };
    const { state } = openFlow({ ...context, state: freshState });
    const preview = previewTurn({ ...context, state }, { text: "x" });
    expect(preview.endpoints.map(({ internal_name }) => internal_name)).toEqual(["look"]);
    expect(preview.slots.custom).toEqual({ a: "x" });
    const answers = [{ answer: { ...answered, text: ["found"] }, at: "look" }];
    const { messages } = takeTurn({ ...context, state, answers }, { text: "x" });
    expect(messages.map(({ text }) => text)).toEqual(["look?", "found", "b?"]);
  });
});

describe("a mistyped mail provider", () => {
  it.each([
    ["ana@gmial.com", "ana@gmail.com"],
    ["ana@hotmal.com", "ana@hotmail.com"],
    ["A.B@gmail.con", "A.B@gmail.com"],
  ])("%s is asked about", (given, meant) => expect(suggestEmail(given)).toBe(meant));
  it.each(["ana@gmail.com", "ana@mail.com", "ana@example.com", "ana@ymail.com", "ana@company.gmail.org"])(
    "%s is not",
    (email) => expect(suggestEmail(email)).toBeUndefined(),
  );
  it("takes either address, or a third one, and asks once", () => {
    const nodes = list({ internal_name: "email", response_type: "EMAIL" });
    const end = (answer: string) => {
      const bot = talk(nodes, { settings: { lang: "es" } });
      expect(bot.say("ana@gmial.com")).toEqual(["¿Quisiste decir ana@gmail.com?"]);
      bot.say(answer);
      return bot.result().state.slots.email;
    };
    expect(["sí", "no", "ana@gmail.com", "ana@gmial.com", "b@c.co"].map(end)).toEqual([
      ...["ana@gmail.com", "ana@gmial.com", "ana@gmail.com", "ana@gmial.com", "b@c.co"],
    ]);
  });
});

describe("a visitor who comes back", () => {
  const welcome = (type: "WELCOME_BACK" | "HARD_WELCOME_BACK", fire_after: number) => ({
    ...{ channel: "*", type, enabled: true, fire_after },
    messages: (["DEFAULT", "END", "INTERVENED"] as const).map((kind) => ({
      type: kind,
      text: [`${type} ${kind}`],
      response_type: "TEXT" as const,
      response_options: [],
    })),
  });
  const settings = {
    chained_messages: true,
    welcome_back_messages: [welcome("WELCOME_BACK", 60), welcome("HARD_WELCOME_BACK", 600)],
  };
  const nodes = list({ internal_name: "a" }, { internal_name: "email", response_type: "EMAIL" });
  const started = () => {
    const bot = talk(nodes, { settings });
    bot.say("x");
    return bot;
  };

  it("is welcomed after the time, and the open question is asked again", () => {
    expect(started().say("hi", { since: { silentMinutes: 59 } })).toEqual(["email?"]);
    const bot = started();
    expect(bot.say("hi", { since: { silentMinutes: 61 } })).toEqual(["WELCOME_BACK DEFAULT", "email?"]);
    expect(bot.result().state.tries).toBe(0);
    expect(started().say("a@b.co", { since: { silentMinutes: 61, intervened: true } })).toEqual([
      "WELCOME_BACK INTERVENED",
    ]);
  });
  it("begins again after the longer time", () => {
    expect(started().say("hi", { since: { silentMinutes: 601 } })).toEqual(["HARD_WELCOME_BACK DEFAULT", "a?"]);
  });
  it("gets the texts for a closed conversation, or for one with nothing left to ask", () => {
    const words = { special_messages: { restart_conversation: "Again" }, shut_up_message: "That is all" };
    const bot = talk(nodes, { settings: words });
    bot.say("x");
    expect(bot.say("hi", { since: { reopened: true } })).toEqual(["Again", "email?"]);
    bot.say("a@b.co");
    expect([bot.say("thanks"), bot.say("bye")]).toEqual([["That is all"], []]);
  });
});

describe("texts", () => {
  const nodes = list({
    internal_name: "q",
    alternative_texts: [
      {
        name: "business-hours",
        text: ["closed on WhatsApp"],
        conditions_to_show: [{ type: "channel", value: "WHATSAPP" }],
      },
      { name: "business-hours", text: ["closed"] },
      { name: "offline-mode", text: ["nobody here"] },
    ],
  });
  it("are those for closed hours and for an absent team, by their own conditions", () => {
    expect(talk(nodes).opening).toEqual(["q?"]);
    expect(talk(nodes, { open: false }).opening).toEqual(["closed"]);
    expect(talk(nodes, { open: false, channel: "WHATSAPP" }).opening).toEqual(["closed on WhatsApp"]);
    expect(talk(nodes, { offline: true }).opening).toEqual(["nobody here"]);
    expect(talk(list({ internal_name: "q", is_empty_text: true })).opening).toEqual([]);
  });
});

const trigger = (type: string, value: string, actions: object = {}): Trigger =>
  ({
    id: value,
    name: value,
    type: "message",
    enabled: true,
    order: 0,
    conditions: { matches: [{ type, value }] },
    actions: { stopNextMessage: true, ignoreLead: false, ...actions },
  }) as Trigger;

describe("triggers", () => {
  const here = { channel: "WEBSITE" as const, channelId: "c", open: true, fired: [] };
  it.each([
    ["phrase", "our price", "What is OUR  price?", true],
    ["phrase", "price", "prices", false],
    ["contains", "rice", "prices", true],
    ["startswith", "hola", "¡Hola!", false],
    ["startswith", "hola", "Holá a todos", true],
    ["endswith", "precio", "el PRECIO", true],
    ["equals", "si", " SÍ ", true],
    ["regex", "^pedido \\d+$", "Pedido 12", true],
    ["regex", "accio\u0301n", "ACCIÓN", true],
    ["regex", "\\D", "12", false],
    ["equals", "パン", "バン", false],
    ["equals", "ข้าว", "ขาว", false],
    ["contains", "мой", "мои", false],
    ["equals", "ещё", "Еще", true],
    ["equals", "محمد", "مُحَمَّد", true],
    ["phrase", "दिन", "दान", false],
    ["phrase", "価格", "商品の価格は？", true],
    ["regex", "[가-힣]", "안녕하세요", true],
    ["regex", "^.{3}$", "가나다", true],
    ["regex", "[À-ÿ]", "hello", false],
    ["regex", "^[a-z]+$", "Açaí", true],
  ])("%s %s on %s: %s", (type, value, text, fires) => {
    expect(firstMatch([trigger(type, value)], text, here) !== undefined).toBe(fires);
  });

  it("run a regular expression in time that grows with the text only", () => {
    const begun = performance.now();
    expect(firstMatch([trigger("regex", "(a+)+$")], `${"a".repeat(4000)}b`, here)).toBeUndefined();
    expect(performance.now() - begun).toBeLessThan(500);
  });

  it("refuse expressions that would take too long, one by one or together", () => {
    const text = "a".repeat(4096);
    for (const pattern of [
      "(?:a?){1000}b",
      `${"(?:a?){1000}".repeat(40)}b`,
      "((a{30}){30}){30}",
      "(?:a?){1000,}".repeat(39),
      `(${"ab?".repeat(150)}){99}`,
    ]) {
      const begun = performance.now();
      expect([isPattern(pattern), testPattern(pattern, text)], pattern).toEqual([false, undefined]);
      expect(performance.now() - begun).toBeLessThan(500);
    }
    expect(["\\d{4}-\\d{4}", "[a-z0-9._]{2,64}@[a-z]+\\.[a-z]{2,24}", ".{1,200}", "a{2,}"].map(isPattern)).toEqual(
      Array(4).fill(true),
    );
    const many = Array.from({ length: 200 }, (_, at) => trigger("regex", `(?:a?){99}${at}b$`));
    const begun = performance.now();
    expect(firstMatch([...many, trigger("contains", "aaa")], text, here)?.conditions.matches[0]?.type).toBe("contains");
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it("without a condition fire at every message, but not while they have nothing to do (H11)", () => {
    const bare = (actions: object, conditions: object = {}) =>
      ({ ...trigger("equals", "x", actions), conditions: { matches: [], ...conditions } }) as Trigger;
    const fires = (one: Trigger) => firstMatch([one], "anything", here) !== undefined;
    expect([bare({}), bare({ response: ["", " "] }), bare({ tag: "" })].map(fires)).toEqual([false, false, false]);
    const busy = [bare({ response: "r" }), bare({ tag: "t" }), bare({ operatorNeeded: true }), bare({ goToName: "a" })];
    expect(busy.map(fires)).toEqual([true, true, true, true]);
    // Meant: silence on one channel, or in these hours.
    const silent = [bare({}, { channels: ["WEBSITE"] }), bare({}, { businessHours: "in" })];
    expect(silent.map(fires)).toEqual([true, true]);
  });

  it("do not fire at everything for accents without letters", () => {
    for (const type of ["phrase", "contains", "startswith", "endswith"])
      expect(firstMatch([trigger(type, "\u0301")], "anything", here), type).toBeUndefined();
  });

  it("jump, go on with the flow, or stop it", () => {
    const nodes = list({ internal_name: "a" }, { internal_name: "b" });
    const say = (actions: object) =>
      talk(nodes, { triggers: [trigger("equals", "x", { response: "r", ...actions })] }).say("x");
    expect([say({}), say({ stopNextMessage: false }), say({ goToName: "b" }), say({ goToName: "gone" })]).toEqual([
      ["r"],
      ["r", "b?"],
      ["r", "b?"],
      ["r"],
    ]);
  });
});

const names = ["n0", "n1", "n2", "n3", "n4", "n5"];
const action: fc.Arbitrary<QuestionNode["actions"][number]> = fc.oneof(
  fc.record({
    name: fc.constantFrom("GOTO_INTERNAL" as const, "DELETE" as const),
    params: fc.array(fc.constantFrom(...names, "name", "nowhere"), { maxLength: 2 }),
  }),
  fc.record({ name: fc.constant("GOTO" as const), params: fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 1 }) }),
  fc.record({ name: fc.constant("OPERATOR_NEEDED" as const), params: fc.constant<unknown[]>([]) }),
);
const condition = fc.constantFrom<unknown>(
  ...[
    { type: "slot", slot: "n0", operator: "filled" },
    { type: "channel", value: "WHATSAPP" },
    { type: "new" },
    { type: "not", condition: { type: "tag", value: "t" } },
  ],
);
const anyList = fc
  .array(
    fc.record({
      ...{
        order: fc.integer({ min: 0, max: 4 }),
        parent: fc.constantFrom("", "", ...names),
        tag: fc.constantFrom("", "t"),
      },
      ...{
        response_type: fc.constantFrom(...responseTypes),
        response_options: fc.constantFrom<string[]>([], ["Yes", "No"]),
      },
      ...{ required: fc.boolean(), disabled: fc.boolean(), go_to_internal_name: fc.constantFrom("", "", ...names) },
      ...{ actions: fc.array(action, { maxLength: 2 }), conditions_to_show: fc.array(condition, { maxLength: 1 }) },
      interface_configuration: fc
        .constantFrom("", "Yes")
        .map((label) => ({ label, restricted_actions: [] as string[] })),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((nodes) =>
    list(...nodes.map((one, index) => ({ ...one, order: one.order, internal_name: names[index] ?? "" }))),
  );
const anyAnswer = fc.option(
  fc.record({
    ...{
      writes: fc.constantFrom<FulfillmentAnswer["writes"]>({}, { name: "Ana" }, { custom: { n1: 1 } }),
      goToName: fc.constantFrom("", ...names, "nowhere"),
    },
    ...{
      flow: fc.constantFrom(null, 1, 9),
      text: fc.constantFrom<string[]>([], ["hm"]),
      responseType: fc.constant("TEXT" as const),
    },
    ...{ options: fc.constant<string[]>([]), stopChat: fc.boolean() },
  }),
);
const anyTurns = fc.array(
  fc.record({
    text: fc.oneof(fc.constantFrom("Yes", "No", "Ana", "a@gmial.com", "a@b.co", "+12125550147", "x", ""), fc.string()),
    fulfillment: anyAnswer,
    since: fc.constantFrom({}, { resumed: true }, { reopened: true }, { silentMinutes: 90 }),
  }),
  { maxLength: 15 },
);
const rules = [
  trigger("equals", "x", { goToName: "n1", tag: "t" }),
  trigger("contains", "No", { once: true, operatorNeeded: true }),
];

describe("whatever the list, the rules, the endpoint and the visitor", () => {
  it("a turn ends, asks each node at most once, never for what is known, and is the same again", () => {
    fc.assert(
      fc.property(anyList, anyTurns, (nodes, turns) => {
        const [bot, twin] = [talk(nodes, { triggers: rules }), talk(nodes, { triggers: rules })];
        for (const { text, ...turn } of turns) {
          expect(bot.say(text, turn)).toEqual(twin.say(text, turn));
          const { state, trace, operatorNeeded, stopped } = bot.result();
          expect(bot.result()).toEqual(twin.result());
          const entered = trace.filter(({ event }) => event === "entered").map(({ node }) => node);
          expect(new Set(entered).size).toBe(entered.length);
          const waiting = nodes.find((one) => one.internal_name === state.waiting);
          expect(state.waiting === "" || waiting?.disabled === false).toBe(true);
          if (waiting && entered.includes(waiting.internal_name)) expect(isFilled(waiting, state.slots)).toBe(false);
          expect(state.waiting !== "" || state.ended || operatorNeeded || stopped).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("a list without jumps comes to its end when every question is answered", () => {
    const straight = anyList.map((nodes) => nodes.map((one) => ({ ...one, actions: [], go_to_internal_name: "" })));
    const right: Partial<Record<string, string>> = {
      NAME: "Ana",
      EMAIL: "a@b.co",
      PHONE: "+12125550147",
      EMAIL_OR_PHONE: "a@b.co",
      LIST: "Yes",
      REGEX: "Yes",
    };
    fc.assert(
      fc.property(straight, (nodes) => {
        const bot = talk(nodes);
        for (let turn = 0; turn <= 7 * nodes.length && !bot.result().state.ended; turn += 1) {
          const waiting = nodes.find((one) => one.internal_name === bot.result().state.waiting);
          bot.say(right[waiting?.response_type ?? ""] ?? "something");
          if (bot.result().operatorNeeded) return;
        }
        expect(bot.result().state.ended).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
