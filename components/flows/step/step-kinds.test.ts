import { describe, expect, it } from "vitest";
import { questionNodeSchema } from "#server/chatbots/schema.ts";
import { listOf } from "../draft/example-flow.ts";
import { freshNode, insertNode } from "../draft/flow-edits.ts";
import { faultsOf } from "../draft/flow-faults.ts";
import { purposeOf, purposes, typeOf } from "./step-kinds.ts";

const silent = { response_type: "NONE" as const, text: [] };
const purposeOfOne = (given: object) => {
  const [node] = listOf({ internal_name: "one", ...silent, ...given });
  return node && purposeOf(node);
};

describe("the purpose of a step that asks nothing [found U4]", () => {
  it("is read from a list that knows nothing of purposes", () => {
    expect(purposeOfOne({ actions: [{ name: "OPERATOR_NEEDED", params: [] }], text: ["One moment."] })).toBe(
      "hand_over",
    );
    expect(purposeOfOne({ go_to_internal_name: "two" })).toBe("jump");
    expect(purposeOfOne({ fulfillment_url: "https://example.com/stock" })).toBe("service");
    expect(purposeOfOne({ actions: [{ name: "SET", params: ["plan", "pro"] }] })).toBe("set_field");
    expect(purposeOfOne({ conditions_to_show: [{ type: "tag", value: "vip" }] })).toBe("condition");
  });

  it("is none where a step speaks, asks or does several things: nothing it holds may be hidden", () => {
    expect(purposeOfOne({ text: ["Hello"] })).toBeUndefined();
    expect(purposeOfOne({ response_type: "NAME", go_to_internal_name: "two" })).toBeUndefined();
    expect(purposeOfOne({ go_to_internal_name: "two", fulfillment_url: "https://example.com" })).toBeUndefined();
    expect(purposeOfOne({ go_to_internal_name: "two", tag: "vip" })).toBeUndefined();
    const when = [{ type: "tag", value: "vip" }];
    expect(
      purposeOfOne({ actions: [{ name: "OPERATOR_NEEDED", params: [], conditions_to_execute: when }] }),
    ).toBeUndefined();
  });

  it.each(purposes)("%s is known from its beginning, and is stored as the contract's node", (purpose) => {
    const before = listOf({ internal_name: "ask" });
    const node = freshNode(before, purpose);
    expect(typeOf(node)).toBe(purpose);
    expect(node.response_type).toBe("NONE");
    expect(questionNodeSchema.parse(JSON.parse(JSON.stringify(node)))).toEqual(node);
    const list = insertNode(before, node, { parent: "ask", label: "", after: null });
    expect(purposeOf(list.find(({ id }) => id === node.id) ?? node)).toBe(purpose);
  });

  it.each([
    ["jump", "no_target", "go_to_internal_name"],
    ["service", "no_address", "fulfillment_url"],
    ["condition", "no_condition", "conditions_to_show"],
    ["set_field", "no_field", "actions"],
  ] as const)("%s cannot be published before it says what it does", (purpose, code, field) => {
    const node = freshNode([], purpose);
    expect(faultsOf([node], 200)).toContainEqual({ id: node.id, level: "error", code, field, about: "" });
  });
});
