import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fulfillmentAnswerSchema } from "../fulfillment/schema.ts";
import { emptyAnswer, fitCustom, jumpOf, mergeAnswers, readFulfillment } from "./fulfillment-answer.ts";

const read = (body: unknown) => {
  const found = readFulfillment(body);
  if (!found) throw new Error("counts as no answer");
  return found;
};

describe("an answer of a fulfillment endpoint", () => {
  it("is read with every field of the contract", () => {
    const { answer, notes } = read({
      response: {
        text: ["One", "Two"],
        response_type: "LIST",
        response_options: ["Yes", "No"],
        stopChat: true,
        go_to_name: "email",
        flow: 7,
      },
      name: { value: " Ana " },
      email: { value: "ana@example.com" },
      phone: { national_format: "11 5555 0147", international_format: "+54 11 5555 0147" },
      custom: { city: "Rosario", nested: { deep: [1, null, true] } },
      unknown: 1,
    });
    expect(notes).toEqual([]);
    expect(answer).toEqual({
      writes: {
        name: "Ana",
        email: "ana@example.com",
        phone: "+54 11 5555 0147",
        custom: { city: "Rosario", nested: { deep: [1, null, true] } },
      },
      goToName: "email",
      flow: 7,
      text: ["One", "Two"],
      responseType: "LIST",
      options: ["Yes", "No"],
      stopChat: true,
    });
  });

  it("says nothing when it is empty, null all over or made of empty strings", () => {
    for (const body of [
      {},
      { response: null, name: null, email: null, phone: null, custom: null },
      { response: { text: ["", "  "], go_to_name: "", response_type: "" }, name: { value: "" }, phone: {}, custom: {} },
    ]) {
      expect(read(body)).toEqual({ answer: emptyAnswer, notes: [] });
    }
  });

  it.each([[[]], ["text"], [3], [null], [true], [undefined]])("is none when it is %j", (body) => {
    expect(readFulfillment(body)).toBeNull();
  });

  it("loses only the fields of a wrong type, and says which", () => {
    const { answer, notes } = read({
      response: { text: "not a list", stopChat: "yes", flow: "7", go_to_name: 4, response_type: "POEM" },
      name: "Ana",
      email: { value: "not an address" },
      phone: { national_format: "call me" },
      custom: [1],
    });
    expect(answer).toEqual(emptyAnswer);
    expect(notes).toEqual([
      { field: "name", reason: "wrong_type" },
      { field: "email.value", reason: "invalid" },
      { field: "phone.national_format", reason: "invalid" },
      { field: "custom", reason: "wrong_type" },
      { field: "response.text", reason: "wrong_type" },
      { field: "response.response_type", reason: "invalid" },
      { field: "response.go_to_name", reason: "wrong_type" },
      { field: "response.flow", reason: "wrong_type" },
      { field: "response.stopChat", reason: "wrong_type" },
    ]);
  });

  it("keeps what is right beside what is wrong", () => {
    const { answer, notes } = read({ response: { text: ["Hi", 5, "there"] }, custom: { ok: 1 }, phone: 3 });
    expect(answer.text).toEqual(["Hi", "there"]);
    expect(answer.writes).toEqual({ custom: { ok: 1 } });
    expect(notes.map(({ field }) => field)).toEqual(["phone", "response.text.1"]);
  });

  it("offers quick replies with a text, unless its type says that there are none", () => {
    const options = ["A", "B"];
    expect(read({ response: { text: ["?"], response_options: options } }).answer.responseType).toBe("LIST");
    expect(read({ response: { response_options: options } }).notes[0]?.reason).toBe("options_without_text");
    const plain = read({ response: { text: ["?"], response_type: "TEXT", response_options: options } });
    expect(plain.answer.options).toEqual([]);
    expect(plain.notes).toEqual([{ field: "response.response_options", reason: "options_not_offered" }]);
  });

  it("holds nothing that cannot be stored or shown", () => {
    const deep = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`) as unknown;
    const { answer, notes } = read({
      response: { text: ["a\0b\ud800", "x".repeat(5000)] },
      custom: { deep, "k\0": "v\udc00" },
    });
    expect(answer.text).toEqual(["ab\ufffd", "x".repeat(4096)]);
    expect(answer.writes.custom).toEqual({ k: "v\ufffd" });
    expect(notes.map(({ reason }) => reason)).toEqual(["unsafe", "too_long"]);
    expect(read({ custom: { [`${"k".repeat(192)}\u{1f600}`]: undefined, a: 1 } }).notes[0]?.field.isWellFormed()).toBe(
      true,
    );
    const own = read(JSON.parse('{"custom":{"__proto__":{"admin":true},"a":{"constructor":1}}}'));
    expect(own.answer.writes).toEqual({});
    expect(own.notes).toEqual([
      { field: "custom.__proto__", reason: "unsafe" },
      { field: "custom.a", reason: "unsafe" },
    ]);
  });

  it("never throws and is always of the agreed shape, whatever comes", () => {
    const field = fc.oneof(fc.jsonValue(), fc.record({ value: fc.jsonValue(), national_format: fc.jsonValue() }));
    const keys = ["response", "name", "email", "phone", "custom"];
    const body = fc.dictionary(fc.constantFrom(...keys), field);
    const inner = fc.dictionary(
      fc.constantFrom("text", "response_type", "response_options", "stopChat", "flow"),
      field,
    );
    fc.assert(
      fc.property(body, inner, (outer, response) => {
        for (const one of [outer, { ...outer, response }]) {
          expect(fulfillmentAnswerSchema.safeParse(read(one).answer).success).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("two answers", () => {
  it("are one: the node's, with the custom values of both, the node's last", () => {
    const global = read({ response: { text: ["global"] }, name: { value: "G" }, custom: { a: 1, b: 1 } }).answer;
    const node = read({ response: { text: ["node"] }, custom: { b: 2 } }).answer;
    expect(mergeAnswers(global, node)).toMatchObject({ text: ["node"], writes: { custom: { a: 1, b: 2 } } });
    expect(mergeAnswers(global, node)?.writes.name).toBeUndefined();
    expect(mergeAnswers(global, null)).toBe(global);
    expect(mergeAnswers(null, node)).toBe(node);
    expect(mergeAnswers(null, null)).toBeNull();
  });

  it("keep custom data within 200 keys and 64 KB", () => {
    const kept = { big: "x".repeat(60_000) };
    const { custom, notes } = fitCustom(kept, { more: "y".repeat(10_000), small: 1, big: "short" });
    expect(custom).toEqual({ small: 1, big: "short" });
    expect(notes).toEqual([{ field: "custom.more", reason: "too_long" }]);
    const many = Object.fromEntries(Array.from({ length: 199 }, (_, index) => [`k${index}`, index]));
    expect(fitCustom(many, { a: 1, b: 2, k0: 3 })).toEqual({
      custom: { a: 1, k0: 3 },
      notes: [{ field: "custom.b", reason: "too_many" }],
    });
  });
});

describe("a jump", () => {
  const nodes = [
    { id: 1, internal_name: "name", disabled: false },
    { id: 2, internal_name: "email", disabled: false },
    { id: 3, internal_name: "off", disabled: true },
  ];

  it("goes by name before it goes by id, and ignores what is not there", () => {
    expect(jumpOf({ goToName: "email", flow: 1 }, nodes)).toEqual({ target: "email", notes: [] });
    expect(jumpOf({ goToName: "", flow: 1 }, nodes)).toEqual({ target: "name", notes: [] });
    expect(jumpOf({ goToName: "gone", flow: 1 }, nodes)).toEqual({
      target: "name",
      notes: [{ field: "response.go_to_name", reason: "unknown_target" }],
    });
    expect(jumpOf({ goToName: "off", flow: 99 }, nodes).notes).toHaveLength(2);
    expect(jumpOf({ goToName: "", flow: null }, nodes)).toEqual({ target: "", notes: [] });
  });
});
