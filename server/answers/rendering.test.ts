import { describe, expect, it } from "vitest";
import { fillAsked, prompts, render, unfilled, unknownVariables, type Values } from "./rendering.ts";

const values: Values = {
  conversation: { custom: { order: 48213 } },
  contact: {
    name: "Ana María Pérez",
    email: "ana@x.example",
    phone: "",
    custom: { plan: "Gold", seats: 3, "last order": "A-7", tags: ["a", "b"] },
  },
  agent: { name: "Luz Díaz" },
};

describe("a ready answer's text", () => {
  it.each([
    ["Hi {{contact.firstName}}, I am {{agent.firstName}}.", "Hi Ana, I am Luz."],
    ["{{contact.lastName}} / {{agent.lastName}} / {{contact.name}}", "María Pérez / Díaz / Ana María Pérez"],
    ["{{ contact.email }} {{contact.custom.plan}} {{contact.custom.seats}}", "ana@x.example Gold 3"],
    ["{{conversation.custom.order}} {{conversation.custom.size|?}}", "48213 ?"],
    ["{{contact.custom.last order}}, {{contact.custom.tags}}", "A-7, a, b"],
    ["Call {{contact.phone|us}}", "Call us"],
    ["Dear{{contact.phone|}}!", "Dear!"],
    ["{{contact.custom.nothing| }}{{contact.custom.toString|none}}", "none"],
    ["Braces {{ of others }} and {{order.id}} stay", "Braces {{ of others }} and {{order.id}} stay"],
  ])("fills %j [W7]", (text, filled) => {
    expect(render(text, values)).toEqual({ text: filled, missing: [] });
  });

  it("names what has neither a value nor a fallback, once, and leaves it where it stands [W7]", () => {
    const text = "{{contact.phone}} {{contact.custom.due}} {{contact.phone}} {{ask:Order number}} {{agent.firstName}}";
    expect(render(text, values)).toEqual({
      text: "{{contact.phone}} {{contact.custom.due}} {{contact.phone}} {{ask:Order number}} Luz",
      missing: ["contact.phone", "contact.custom.due", "ask:Order number"],
    });
    expect(unfilled(render(text, values).text)).toEqual(["contact.phone", "contact.custom.due", "ask:Order number"]);
    expect(unfilled("{{contact.phone|there}} {{order}}")).toEqual([]);
  });

  it("asks each prompt once, in order, and takes its fallback where nothing is answered [W7]", () => {
    const text = "{{ask:Order number}} {{ask: Day |Monday}} {{ask:Order number}}";
    expect(prompts(text)).toEqual([
      { label: "Order number", fallback: "" },
      { label: "Day", fallback: "Monday" },
    ]);
    expect(render(text, values, { "Order number": " 12 ", Day: "" })).toEqual({ text: "12 Monday 12", missing: [] });
    expect(fillAsked(`${text} {{contact.name}}`, { Day: "Friday" })).toBe(
      "{{ask:Order number}} Friday {{ask:Order number}} {{contact.name}}",
    );
  });

  it("fills what was answered as it is: no variable inside it is read [W7]", () => {
    expect(render("{{ask:A}}", values, { A: "{{contact.email}}" }).text).toBe("{{contact.email}}");
  });

  it("knows which variables do not exist [W7]", () => {
    expect(unknownVariables("{{contact.nickname}} {{ask:}} {{contact.custom.x}} {{agent.email|x}} {{else}}")).toEqual([
      "contact.nickname",
      "ask:",
      "agent.email",
    ]);
  });
});
