import { describe, expect, it } from "vitest";
import { branchingList, listOf } from "./example-flow.ts";
import { removeNode, updateNode } from "./flow-edits.ts";
import { faultsOf } from "./flow-faults.ts";

const told = (nodes: Parameters<typeof faultsOf>[0], limit = 200) =>
  faultsOf(nodes, limit).map(({ id, level, code, field }) => [id, level, code, field]);

describe("what is wrong with a flow", () => {
  it("is nothing where all is well", () => {
    expect(told(branchingList())).toEqual([]);
  });

  it("is a jump whose target was deleted, named", () => {
    const list = removeNode(branchingList(), 7);
    expect(faultsOf(list, 200)).toEqual([
      { id: 5, level: "error", code: "unknown_reference", field: "go_to_internal_name", about: "bye" },
    ]);
  });

  it("is a field that the service would refuse", () => {
    expect(told(updateNode(branchingList(), 6, { fulfillment_url: "ftp://x" }))).toEqual([
      [6, "error", "invalid_url", "fulfillment_url"],
    ]);
    expect(told(updateNode(branchingList(), 6, { tag: "x".repeat(51) }))).toEqual([[6, "error", "too_long", "tag"]]);
    expect(told(branchingList(), 3)).toEqual([[-1, "error", "too_many", ""]]);
  });

  it("warns before publishing where visitors would see nothing to answer; blank buttons are refused [found U3]", () => {
    const list = listOf(
      { internal_name: "silent", text: [] },
      { internal_name: "choice", response_type: "LIST", response_options: [] },
      { internal_name: "twice", response_type: "LIST", response_options: ["Yes", "yes", ""] },
    );
    expect(told(list)).toEqual([
      [3, "error", "empty_option", "response_options"],
      [1, "warning", "no_text", "text"],
      [2, "warning", "no_options", "response_options"],
      [3, "warning", "repeated_option", "response_options"],
    ]);
  });

  it("is a branch that lost its option and a step behind a message that jumps away", () => {
    const stray = updateNode(branchingList(), 2, { response_options: ["Sales", "Other"] });
    expect(told(stray)).toContainEqual([2, "warning", "stray_branch", "response_options"]);
    const jumping = updateNode(branchingList(), 1, { go_to_internal_name: "name" });
    expect(told(jumping).map(([id]) => id)).toEqual([2, 3, 4, 5]);
  });

  it("is a step behind one that hands every visitor to an agent, but not behind one that hands over some", () => {
    const handover = { actions: [{ name: "OPERATOR_NEEDED" as const, params: [] }], response_type: "NONE" as const };
    const list = listOf({ internal_name: "agent", ...handover }, { internal_name: "mail", response_type: "EMAIL" });
    expect(told(list)).toEqual([[2, "warning", "behind_hand_over", "parent"]]);
    const some = { conditions_to_show: [{ field: "channel", operator: "EQUAL", value: "WEBSITE" }] } as never;
    expect(told(updateNode(list, 1, some)).map(([, , code]) => code)).not.toContain("behind_hand_over");
  });
});
