import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { responseTypes } from "../choices.ts";
import { defaultQuestionList } from "../configuration/default-list.ts";
import { type QuestionNode, questionNodeSchema } from "../schema.ts";
import { isFilled } from "./answers.ts";
import { type FlowContext, type FlowResult, freshState, openFlow, takeTurn } from "./engine.ts";

const noon = new Date("2026-11-18T12:00:00Z");

function node(given: Partial<QuestionNode> & { internal_name: string }, index: number): QuestionNode {
  return questionNodeSchema.parse({ id: index + 1, order: index + 1, text: [`${given.internal_name}?`], ...given });
}

function list(...nodes: (Partial<QuestionNode> & { internal_name: string })[]): QuestionNode[] {
  return nodes.map(node);
}

/** Talks to a list; gives what the bot said after each message and where it stands. */
function talk(nodes: readonly QuestionNode[], more: Partial<FlowContext> = {}) {
  const context = { nodes, settings: { chained_messages: true }, now: noon, random: () => 0, ...more };
  let last: FlowResult = openFlow({ ...context, state: more.state ?? freshState });
  return {
    opening: last.messages.map((message) => message.text),
    say(text: string): string[] {
      last = takeTurn({ ...context, state: last.state }, { text });
      return last.messages.map((message) => message.text);
    },
    result: () => last,
  };
}

describe("the default question list", () => {
  it("asks one question at a time and stores the answers", () => {
    const bot = talk(defaultQuestionList("en"));
    expect(bot.opening).toEqual(["Hi, welcome. How can we help you?"]);
    expect(bot.say("I need a quote")).toEqual(["Thanks. What is your name?"]);
    expect(bot.say("my name is Ana Pérez.")).toHaveLength(1);
    expect(bot.result().writes).toEqual({ name: "Ana Pérez" });
    bot.say("ana@example.com");
    expect(bot.result().writes).toEqual({ email: "ana@example.com" });
    bot.say("+54 11 5555 0147");
    expect(bot.result().state).toMatchObject({
      ended: true,
      waiting: "",
      slots: {
        name: "Ana Pérez",
        email: "ana@example.com",
        phone: "+54 11 5555 0147",
        custom: { reason: "I need a quote" },
      },
    });
    expect(bot.say("thanks")).toEqual([]);
  });

  it("exists in three languages with the same steps", () => {
    const steps = (language: "en" | "es" | "pt") => defaultQuestionList(language).map((one) => one.internal_name);
    expect(steps("es")).toEqual(steps("en"));
    expect(steps("pt")).toEqual(steps("en"));
  });

  it("skips what is known already", () => {
    const slots = { name: "Ana", email: "", phone: "+5411", custom: {} };
    const bot = talk(defaultQuestionList("en"), { state: { ...freshState, slots } });
    expect(bot.say("hello")).toEqual([expect.stringContaining("email")]);
    expect(bot.say("ana@example.com")).toEqual([expect.stringContaining("Thank you")]);
  });
});

describe("wrong answers", () => {
  const asks = (required: boolean) =>
    list(
      { internal_name: "email", response_type: "EMAIL", retry_text: ["once more", "again"], required },
      { internal_name: "end", response_type: "NONE" },
    );

  it("get the next retry text, and the third goes on where nothing is required", () => {
    const bot = talk(asks(false));
    expect([bot.say("x"), bot.say("y"), bot.say("z")]).toEqual([["once more"], ["again"], ["end?"]]);
    expect(bot.result()).toMatchObject({ operatorNeeded: false, state: { ended: true } });
  });

  it("need a person after the sixth where the answer is required", () => {
    const bot = talk(asks(true));
    expect([1, 2, 3, 4, 5].map((n) => bot.say(String(n))[0])).toEqual([
      "once more",
      "again",
      "again",
      "again",
      "again",
    ]);
    expect(bot.say("six")).toEqual([]);
    expect(bot.result().operatorNeeded).toBe(true);
  });

  it("repeat the question where there is no retry text", () => {
    const bot = talk(list({ internal_name: "phone", response_type: "PHONE" }));
    expect(bot.say("no")).toEqual(["phone?"]);
  });

  it.each([
    ["NAME", ["why do you ask?", "a@b.co", "12345", "http://x.org", ""]],
    ["EMAIL", ["ana", "ana@", "@x.org", "ana@x"]],
    ["PHONE", ["none", "12", "call me"]],
    ["LIST", ["maybe", "3"]],
    ["REGEX", ["12a"]],
  ] as const)("are told from right ones: %s", (type, wrong) => {
    const options = type === "LIST" ? ["Yes", "No"] : type === "REGEX" ? ["^\\d+$"] : [];
    for (const text of wrong) {
      const bot = talk(list({ internal_name: "q", response_type: type, response_options: options }));
      bot.say(text);
      expect(bot.result().state).toMatchObject({ waiting: "q", tries: 1 });
    }
  });

  it.each([
    ["NAME", "Hola, me llamo José", { name: "José" }],
    ["NAME", "李小龙", { name: "李小龙" }],
    ["EMAIL", "it is Ana.B+x@mail.example.org, thanks", { email: "Ana.B+x@mail.example.org" }],
    ["PHONE", "call (212) 555-0147", { phone: "(212) 555-0147" }],
    ["EMAIL_OR_PHONE", "+1 212 555 0147", { phone: "+1 212 555 0147" }],
    ["LIST", "sí", { custom: { q: "Sí" } }],
    ["LIST", "2", { custom: { q: "No" } }],
    ["LIST", "claro", { custom: { q: "Sí" } }],
    ["REGEX", "1234", { custom: { q: "1234" } }],
    ["TEXT", "anything", { custom: { q: "anything" } }],
  ] as const)("accepts for %s: %s", (type, text, writes) => {
    const bot = talk(
      list({
        internal_name: "q",
        response_type: type,
        response_options: type === "LIST" ? ["Sí", "No"] : type === "REGEX" ? ["^\\d{4}$"] : [],
        autodetect: [{ value: "Sí", synonyms: ["claro"] }],
      }),
      { country: "US" },
    );
    bot.say(text);
    expect(bot.result().writes).toEqual(writes);
  });
});

describe("the order", () => {
  const menu = list(
    { internal_name: "menu", response_type: "LIST", response_options: ["Sales", "Help"], tag: "asked" },
    { internal_name: "sales", parent: "menu", interface_configuration: { label: "Sales", restricted_actions: [] } },
    { internal_name: "help", parent: "menu", interface_configuration: { label: "help", restricted_actions: [] } },
    { internal_name: "last" },
  );

  it("follows the branch of the chosen option and then goes on beside the list", () => {
    const bot = talk(menu);
    expect(bot.say("HELP")).toEqual(["help?"]);
    expect(bot.result().tags).toEqual(["asked"]);
    expect(bot.say("it is broken")).toEqual(["last?"]);
  });

  it("offers the options with the question", () => {
    const opening = openFlow({ nodes: menu, settings: {}, state: freshState, now: noon, random: () => 0 });
    expect(opening.messages).toEqual([{ text: "menu?", options: ["Sales", "Help"] }]);
  });

  it("shows NONE nodes on the way, jumps where a node says so, and leaves out disabled ones", () => {
    const bot = talk(
      list(
        { internal_name: "hi", response_type: "NONE" },
        { internal_name: "off", disabled: true },
        { internal_name: "a", go_to_internal_name: "c" },
        { internal_name: "b" },
        { internal_name: "c" },
      ),
    );
    expect(bot.opening).toEqual(["hi?", "a?"]);
    expect(bot.say("x")).toEqual(["c?"]);
  });

  it("ends also when NONE nodes jump in a circle", () => {
    const circle = list(
      { internal_name: "a", response_type: "NONE", go_to_internal_name: "b" },
      { internal_name: "b", response_type: "NONE", go_to_internal_name: "a" },
    );
    expect(talk(circle).result().state.ended).toBe(true);
  });

  it("sends one of several texts where they are not chained, and all of them otherwise", () => {
    const nodes = list({ internal_name: "q", text: ["one", "two"] });
    expect(talk(nodes).opening).toEqual(["one", "two"]);
    expect(talk(nodes, { settings: { chained_messages: false }, random: () => 0.9 }).opening).toEqual(["two"]);
  });

  it("uses the words for closed hours outside business hours", () => {
    const nodes = list({
      internal_name: "q",
      alternative_texts: [{ name: "business-hours", text: ["We are closed"] }],
    });
    const hours = (range: string) => ({
      businessHoursConfiguration: { timeZone: "America/Lima", businessHours: [{ range, days: ["WED" as const] }] },
    });
    expect(talk(nodes, { settings: hours("06:30-08") }).opening).toEqual(["q?"]);
    expect(talk(nodes, { settings: hours("08-18") }).opening).toEqual(["We are closed"]);
  });
});

describe("a conversation in which nothing was asked yet", () => {
  it("reads the first message for what it gives away, then asks the first question", () => {
    const nodes = defaultQuestionList("en");
    const context = { nodes, settings: {}, now: noon, random: () => 0 };
    const first = takeTurn({ ...context, state: freshState }, { text: "hi, bob@example.com here, +1 212 555 0147" });
    expect(first.writes).toEqual({ email: "bob@example.com", phone: "+1 212 555 0147" });
    expect(first.messages.map(({ text }) => text)).toEqual(["Hi, welcome. How can we help you?"]);
  });
});

describe("an answer is read as people write it (H6)", () => {
  const asked = (response_type: QuestionNode["response_type"], text: string, more: Partial<QuestionNode> = {}) => {
    const bot = talk(list({ internal_name: "q", response_type, required: true, ...more }));
    bot.say(text);
    return bot.result().state.slots;
  };

  it.each([
    ["我的邮箱是ana@example.com。谢谢", "ana@example.com"],
    ["بريدي ana@example.com، شكرا", "ana@example.com"],
    ["*ana@example.com*", "ana@example.com"],
    ["“ana@example.com”", "ana@example.com"],
    ["[ana@example.com]", "ana@example.com"],
    ["ana@example.com/", "ana@example.com"],
    ["it is ana@example.com…", "ana@example.com"],
    ["\u2068ana@example.com\u2069", "ana@example.com"],
    ["ana.o'neil+shop@example.co.uk.", "ana.o'neil+shop@example.co.uk"],
    ["josé@ejemplo.com", "josé@ejemplo.com"],
    ["o&m@example.com", "o&m@example.com"],
  ])("an address in %s", (text, email) => {
    expect(asked("EMAIL", text).email).toBe(email);
  });

  it.each([
    ["+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧", "+966 50 123 4567"],
    ["۰۹۱۲۳۴۵۶۷۸۹", "09123456789"],
    ["０９０-１２３４-５６７８", "090-1234-5678"],
    ["+44 20–7946–0958", "+44 20-7946-0958"],
    ["+1 212\u2011555\u20110147", "+1 212-555-0147"],
  ])("a phone number in %s", (text, phone) => {
    expect(asked("PHONE", text).phone).toBe(phone);
  });

  it("a name after any apostrophe, and no question", () => {
    expect(asked("NAME", "I’m Ana").name).toBe("Ana");
    for (const question of ["كم السعر؟", "いくらですか？"]) expect(asked("NAME", question).name).toBe("");
  });

  it("an option by its number in any script", () => {
    const options = { response_options: ["Red", "Blue"], slot_id: "colour" };
    for (const said of ["2", "2.", "2)", "٢", "２"]) expect(asked("LIST", said, options).custom.colour).toBe("Blue");
  });

  it.each([
    [["ベッド", "ペット"], "ペット"],
    [["दिन", "दान"], "दान"],
    [["Avó", "Avô"], "Avô"],
  ])("the option that was tapped of %j, and its branch alone", (options, tapped) => {
    const branch = (label: string, at: number) => ({
      ...{ internal_name: `branch${at}`, parent: "q", response_type: "NONE" as const },
      interface_configuration: { label, restricted_actions: [] },
    });
    const question = { internal_name: "q", response_type: "LIST" as const, response_options: options };
    const bot = talk(list(question, ...options.map(branch)));
    expect(bot.say(tapped)).toEqual([`branch${options.indexOf(tapped)}?`]);
  });

  it("words that a list listens for, with signs and without spaces", () => {
    const heard = (synonym: string, text: string) => {
      const autodetect = [{ value: "A", synonyms: [synonym] }];
      const nodes = list({ internal_name: "q", response_type: "LIST", response_options: ["A", "B"], autodetect });
      const context = { nodes, settings: {}, now: noon, random: () => 0 };
      return takeTurn({ ...context, state: freshState }, { text }).writes.custom?.q;
    };
    expect(heard("wi-fi", "Is the Wi-Fi down?")).toBe("A");
    expect(heard("don't know", "I don’t know")).toBe("A");
    expect(heard("C++", "I write c++.")).toBe("A");
    expect(heard("👍", "fine 👍")).toBe("A");
    expect(heard("价格", "请问价格多少")).toBe("A");
    expect(heard("price", "prices")).toBeUndefined();
  });
});

const anyList: fc.Arbitrary<QuestionNode[]> = fc
  .array(
    fc.record({
      order: fc.integer({ min: 0, max: 5 }),
      parent: fc.constantFrom("", "n0", "n1", "n2", "nowhere"),
      response_type: fc.constantFrom(...responseTypes),
      response_options: fc.boolean().map((some) => (some ? ["Yes", "No"] : [])),
      required: fc.boolean(),
      disabled: fc.boolean(),
      go_to_internal_name: fc.constantFrom("", "", "", "n0", "n3", "nowhere"),
      interface_configuration: fc.boolean().map((labelled) => ({
        label: labelled ? "Yes" : "",
        restricted_actions: [] as string[],
      })),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((nodes) => nodes.map((one, index) => node({ ...one, internal_name: `n${index}` }, index)));

const anyTalk = fc.array(fc.oneof(fc.constantFrom("Yes", "No", "Ana", "a@b.co", "+12125550147", ""), fc.string()), {
  maxLength: 20,
});

describe("whatever the list and whatever is said", () => {
  it("ends every turn, waits for at most one existing question, and never asks for what is known", () => {
    fc.assert(
      fc.property(anyList, anyTalk, (nodes, texts) => {
        const bot = talk(nodes);
        for (const text of texts) {
          const before = bot.result().state.slots;
          bot.say(text);
          const { state, messages, operatorNeeded } = bot.result();
          const waiting = nodes.find((one) => one.internal_name === state.waiting);
          expect(state.waiting === "" || waiting !== undefined).toBe(true);
          expect(waiting?.disabled ?? false).toBe(false);
          if (waiting) expect(isFilled(waiting, state.slots)).toBe(false);
          expect(state.waiting !== "" || state.ended || operatorNeeded).toBe(true);
          expect(messages.length).toBeLessThanOrEqual(101);
          for (const slot of ["name", "email", "phone"] as const)
            if (before[slot]) expect(state.slots[slot]).not.toBe("");
        }
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same turn for the same state and message", () => {
    fc.assert(
      fc.property(anyList, anyTalk, (nodes, texts) => {
        const [one, two] = [talk(nodes), talk(nodes)];
        for (const text of texts) expect(one.say(text)).toEqual(two.say(text));
        expect(one.result()).toEqual(two.result());
      }),
      { numRuns: 100 },
    );
  });
});
