import { describe, expect, it } from "vitest";
import { type QuestionNode, questionNodeSchema } from "../schema.ts";
import { checkQuestionList } from "./list-checks.ts";

let ids = 0;
function node(internal_name: string, more: Partial<QuestionNode> = {}): QuestionNode {
  ids += 1;
  return questionNodeSchema.parse({ id: ids, internal_name, ...more });
}

const told = (nodes: QuestionNode[], limit?: number) =>
  checkQuestionList(nodes, limit === undefined ? {} : { limit }).map(({ index, field, code }) => [index, field, code]);

describe("checks of a question list", () => {
  it("finds nothing in a sound list, whatever the order of its nodes", () => {
    const list = [node("child", { parent: "ask", go_to_internal_name: "end" }), node("ask"), node("end")];
    expect(told(list)).toEqual([]);
  });

  it("finds names and ids that occur twice at their later place", () => {
    const one = node("same");
    expect(told([one, { ...node("same"), id: one.id }])).toEqual([
      [1, "internal_name", "not_unique"],
      [1, "id", "not_unique"],
    ]);
  });

  it("finds parents and targets that do not exist", () => {
    const goTo = { name: "GOTO_INTERNAL" as const, params: ["nowhere"] };
    const list = [node("a", { parent: "gone" }), node("b", { go_to_internal_name: "gone", actions: [goTo] })];
    expect(told(list)).toEqual([
      [0, "parent", "unknown_reference"],
      [1, "go_to_internal_name", "unknown_reference"],
      [1, "actions.0.params.0", "unknown_reference"],
    ]);
  });

  it("refuses an option without words, which would be a blank button [found U3]", () => {
    const list = [
      node("menu", { response_type: "LIST", response_options: ["Sales", " "] }),
      node("when", { response_type: "MEETING", response_options: [""] }),
      node("free", { response_options: [""] }),
    ];
    expect(told(list)).toEqual([
      [0, "response_options.1", "empty_option"],
      [1, "response_options.0", "empty_option"],
    ]);
  });

  it("takes the target of a GOTO as an id or as a name", () => {
    const last = node("last");
    const jump = (target: unknown) => [{ name: "GOTO" as const, params: [target] }];
    expect(told([last, node("a", { actions: jump(last.id) }), node("b", { actions: jump("last") })])).toEqual([]);
    expect(told([last, node("c", { actions: jump(999_999) })])).toEqual([
      [1, "actions.0.params.0", "unknown_reference"],
    ]);
  });

  it("finds every node of a circle of parents, and none that merely hangs below it", () => {
    const list = [node("a", { parent: "b" }), node("b", { parent: "a" }), node("c", { parent: "a" })];
    expect(told(list)).toEqual([
      [0, "parent", "cycle"],
      [1, "parent", "cycle"],
    ]);
  });

  it("finds expressions that cannot be run and lists that are too long", () => {
    const broken = node("pattern", { response_type: "REGEX", response_options: ["("] });
    expect(told([broken, node("other")], 1)).toEqual([
      [-1, "", "too_many"],
      [0, "response_options.0", "invalid_regex"],
    ]);
  });
});
