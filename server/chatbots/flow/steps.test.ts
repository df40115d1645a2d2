import { describe, expect, it } from "vitest";
import { type QuestionNode, questionNodeSchema } from "../schema.ts";
import { type FlowResult, freshState, openFlow, takeTurn } from "./engine.ts";

type Given = Partial<QuestionNode> & { internal_name: string };

const silent = { response_type: "NONE" as const, is_empty_text: true };

function play(given: readonly Given[], ...said: string[]): FlowResult {
  const nodes = given.map((one, at) => questionNodeSchema.parse({ id: at + 1, order: at + 1, ...one }));
  const context = { nodes, settings: {}, now: new Date("2026-11-18T12:00:00Z"), random: () => 0 };
  const opening = openFlow({ ...context, state: freshState });
  return said.reduce((last, text) => takeTurn({ ...context, state: last.state }, { text }), opening);
}

const ask: Given = { internal_name: "city", text: ["Which city?"] };
const bye: Given = { internal_name: "bye", response_type: "NONE", text: ["Bye"] };
const inLima: Given = {
  internal_name: "if_lima",
  ...silent,
  conditions_to_show: [{ type: "slot", slot: "city", operator: "equals", value: "Lima" }],
};
const shop: Given = { internal_name: "shop", parent: "if_lima", response_type: "NONE", text: ["Visit us."] };

describe("steps that do one thing [found U4]", () => {
  it("a condition: what hangs below it happens only when it holds, and the flow goes on after it either way", () => {
    const words = (city: string) => play([ask, inLima, shop, bye], city).messages.map(({ text }) => text);
    expect(words("Lima")).toEqual(["Visit us.", "Bye"]);
    expect(words("Quito")).toEqual(["Bye"]);
  });

  it("a field: its text is known to later conditions, and written to the contact", () => {
    const set: Given = { internal_name: "mark", ...silent, actions: [{ name: "SET", params: ["city", "Lima"] }] };
    const result = play([set, inLima, shop, { internal_name: "q", text: ["?"] }]);
    expect(result.messages.map(({ text }) => text)).toEqual(["Visit us.", "?"]);
    expect(result.writes).toEqual({ custom: { city: "Lima" } });
  });

  it("a field: never an email or a phone, which only a visitor can give", () => {
    const actions = [
      { name: "SET" as const, params: ["email", "boss@example.com"] },
      { name: "SET" as const, params: ["phone", "+34600000000"] },
      { name: "SET" as const, params: [7, "x"] },
      { name: "SET" as const, params: ["name", "Ana"] },
    ];
    expect(play([{ internal_name: "mark", ...silent, actions }, ask]).writes).toEqual({ name: "Ana" });
  });

  it("a jump: what it passes over is not asked", () => {
    const jump: Given = { internal_name: "skip", ...silent, go_to_internal_name: "bye" };
    const result = play([ask, jump, { internal_name: "passed", text: ["Passed?"] }, bye], "Lima");
    expect(result.messages.map(({ text }) => text)).toEqual(["Bye"]);
  });

  it("a hand-over: the rest of the flow waits for the person", () => {
    const hand: Given = {
      internal_name: "hand_over",
      response_type: "NONE",
      text: ["One moment."],
      actions: [{ name: "OPERATOR_NEEDED", params: [] }],
    };
    const result = play([ask, hand, bye], "Lima");
    expect(result.operatorNeeded).toBe(true);
    expect(result.messages.map(({ text }) => text)).toEqual(["One moment."]);
  });
});

describe("answers that no contact could keep", () => {
  const phone: Given = {
    internal_name: "phone",
    response_type: "PHONE",
    text: ["Your number?"],
    retry_text: ["Again?"],
  };

  it("a phone is kept without its gaps, and a longer one than a contact may have is none (D2, H6)", () => {
    const spaced = `+54 9 11${" ".repeat(40)}2345 ---- 6789`;
    expect(play([phone, bye], spaced).writes.phone).toBe("+54 9 11 2345 - 6789");
    expect(play([phone, bye], "1.2.3.4.5.6.7.8.9.1.2.3.4.5.6.7.8").writes.phone).toBeUndefined();
    expect(play([phone, bye], "order 12345\n67890 boxes").writes.phone).toBeUndefined();
    const found = play([ask, bye], `Lima, call ${spaced}`);
    expect(found.writes.phone?.length ?? 0).toBeLessThanOrEqual(32);
  });

  it("a pattern takes no answer that is too long to try (H6)", () => {
    const code: Given = {
      internal_name: "code",
      response_type: "REGEX",
      text: ["Code?"],
      response_options: ["^.{1,200}$"],
    };
    expect(play([code, bye], "x".repeat(200)).writes.custom).toEqual({ code: "x".repeat(200) });
    for (const length of [300, 3500, 9000]) expect(play([code, bye], "x".repeat(length)).writes.custom).toBeUndefined();
  });
});

describe("a jump back", () => {
  const words = ({ messages }: FlowResult) => messages.map(({ text }) => text);
  const menu: Given = {
    ...{ internal_name: "menu", text: ["Menu?"], response_type: "LIST", response_options: ["Prices", "Bye"] },
  };
  const under = (label: string) => ({ parent: "menu", interface_configuration: { label, restricted_actions: [] } });
  const prices: Given = {
    ...{ internal_name: "prices", text: ["9 a seat"], response_type: "NONE", ...under("Prices") },
    go_to_internal_name: "menu",
  };

  it("shows a question that was answered again, as often as the visitor likes [H5, H6]", () => {
    expect(words(play([menu, prices, bye], "Prices"))).toEqual(["9 a seat", "Menu?"]);
    expect(words(play([menu, prices, bye], "Prices", "Prices", "Prices"))).toEqual(["9 a seat", "Menu?"]);
    const ended = play([menu, prices, bye], "Prices", "Bye");
    expect([words(ended), ended.state.slots.custom]).toEqual([["Bye"], { menu: "Bye" }]);
  });

  it("asks again what comes after it, but not what the visitor said of themselves [H6]", () => {
    const right = { internal_name: "right", text: ["Right?"], response_type: "LIST", response_options: ["Yes", "No"] };
    const again: Given = {
      ...{ internal_name: "again", response_type: "NONE", is_empty_text: true, parent: "right" },
      ...{ interface_configuration: { label: "No", restricted_actions: [] }, go_to_internal_name: "order" },
    };
    const list: Given[] = [
      { internal_name: "name", text: ["Name?"], response_type: "NAME" },
      { internal_name: "order", text: ["Order number?"] },
      { internal_name: "email", text: ["Email?"], response_type: "EMAIL" },
      right as Given,
      again,
      bye,
    ];
    const first = ["Ana", "12", "ana@example.com"];
    expect(words(play(list, ...first, "No"))).toEqual(["Order number?"]);
    expect(words(play(list, ...first, "No", "13"))).toEqual(["Right?"]);
    const ended = play(list, ...first, "No", "13", "Yes");
    expect([words(ended), ended.state.slots.custom]).toEqual([["Bye"], { order: "13", right: "Yes" }]);
  });

  it("passes what nobody was asked, and what the endpoint has written in the same turn [H6, I3]", () => {
    const nodes = [ask, { internal_name: "size", text: ["Size?"] }, bye].map((one, at) =>
      questionNodeSchema.parse({ id: at + 1, order: at + 1, ...one }),
    );
    const context = { nodes, settings: {}, now: new Date("2026-11-18T12:00:00Z"), random: () => 0 };
    const answer = { writes: {}, goToName: "city", flow: null, text: [], responseType: "TEXT" as const, options: [] };
    const told = (writes: object) => ({ ...answer, writes, stopChat: false });
    const opened = openFlow({ ...context, state: freshState });
    const asked = takeTurn({ ...context, state: opened.state }, { text: "Lima" });
    const say = (writes: object) =>
      takeTurn({ ...context, state: asked.state, answers: [{ answer: told(writes), at: "" }] }, { text: "L" });
    expect(words(say({}))).toEqual(["Which city?"]);
    expect(words(say({ custom: { city: "Quito" } }))).toEqual(["Bye"]);
  });

  it("goes by name first, though a name is another step's id; GOTO by id first [H5, I3]", () => {
    const to = (jump: Partial<QuestionNode>) =>
      words(
        play(
          [
            { internal_name: "a", text: ["a?"], ...jump },
            { internal_name: "b", text: ["b?"] },
            { internal_name: "2", text: ["c?"] },
          ],
          "x",
        ),
      );
    const action = (name: "GOTO" | "GOTO_INTERNAL", param: unknown) =>
      to({ actions: [{ name, params: [param], conditions_to_execute: [] }] });
    expect(to({ go_to_internal_name: "2" })).toEqual(["c?"]);
    expect([action("GOTO_INTERNAL", "2"), action("GOTO", "2"), action("GOTO", 2)]).toEqual([["c?"], ["b?"], ["b?"]]);
  });
});
