import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkQuestionList } from "#server/chatbots/flow/list-checks.ts";
import { branchingList, listOf } from "./example-flow.ts";
import {
  duplicateNode,
  freshNode,
  insertNode,
  mayMove,
  moveNode,
  type Nodes,
  removeNode,
  removeOption,
  renameNode,
  renameOption,
  slotAtEnd,
} from "./flow-edits.ts";
import { labelOf, readingOrder, treeOf } from "./flow-tree.ts";

const id = (nodes: Nodes, name: string) => nodes.find((node) => node.internal_name === name)?.id ?? -1;
/** Every step with where it hangs, in reading order. */
const shape = (nodes: Nodes) =>
  readingOrder(treeOf(nodes)).map((node) => `${node.parent}/${labelOf(node)}/${node.internal_name}`);

describe("edits of a flow", () => {
  it("adds a step behind another, first in a branch, and into a branch that was empty", () => {
    const list = branchingList();
    const after = insertNode(list, freshNode(list, "EMAIL"), {
      parent: "topic",
      label: "Sales",
      after: id(list, "budget"),
    });
    expect(shape(after).slice(2, 5)).toEqual(["topic/Sales/budget", "topic/Sales/email", "topic/Sales/phone"]);
    const first = insertNode(list, freshNode(list, "EMAIL"), { parent: "topic", label: "Sales", after: null });
    expect(shape(first)[2]).toBe("topic/Sales/email");
    const empty = insertNode(list, freshNode(list, "TEXT"), { parent: "topic", label: "Other", after: null });
    expect(shape(empty)[5]).toBe("topic/Other/question");
    const top = insertNode(list, freshNode(list, "TEXT"), { parent: "", label: "", after: null });
    expect(shape(top)[0]).toBe("//question");
  });

  it("adds at the end before a step that hands every visitor to an agent, else behind the last", () => {
    const list = branchingList();
    expect(slotAtEnd(treeOf(list)).after).toBe(id(list, "bye"));
    const agent = insertNode(list, freshNode(list, "hand_over"), slotAtEnd(treeOf(list)));
    const more = insertNode(agent, freshNode(agent, "EMAIL"), slotAtEnd(treeOf(agent)));
    expect(shape(more).slice(-2)).toEqual(["//email", "//hand_over"]);
  });

  it("moves a branch whole, and never into itself", () => {
    const list = branchingList();
    const moved = moveNode(list, id(list, "topic"), { parent: "", label: "", after: id(list, "name") });
    expect(shape(moved)).toEqual([
      "//greeting",
      "//name",
      "//topic",
      "topic/Sales/budget",
      "topic/Sales/phone",
      "topic/Support/problem",
      "//bye",
    ]);
    const into = { parent: "topic", label: "Other", after: null };
    expect(mayMove(treeOf(list), id(list, "topic"), into)).toBe(false);
    expect(moveNode(list, id(list, "topic"), into)).toBe(list);
    const itsPlace = { parent: "", label: "", after: id(list, "greeting") };
    expect(mayMove(treeOf(list), id(list, "topic"), itsPlace)).toBe(false);
  });

  it("leaves a branch for the root without its option, and enters one with it", () => {
    const list = branchingList();
    const out = moveNode(list, id(list, "phone"), { parent: "", label: "", after: id(list, "bye") });
    expect(shape(out).at(-1)).toBe("//phone");
    const back = moveNode(out, id(list, "phone"), { parent: "topic", label: "Support", after: null });
    expect(shape(back)).toContain("topic/Support/phone");
  });

  it("copies a branch with names of its own; jumps within lead to the copies, others stay", () => {
    const list = branchingList().map((node) =>
      node.internal_name === "phone" ? { ...node, go_to_internal_name: "budget" } : node,
    );
    const copied = duplicateNode(list, id(list, "topic"));
    const byName = treeOf(copied.nodes).byName;
    expect(byName.get("topic_2")?.id).toBe(copied.id);
    expect(byName.get("phone_2")?.go_to_internal_name).toBe("budget_2");
    expect(byName.get("problem_2")?.go_to_internal_name).toBe("bye");
    expect(byName.get("budget_2")?.parent).toBe("topic_2");
    expect(checkQuestionList(copied.nodes)).toEqual([]);
  });

  it("removes what hangs below a step with it", () => {
    const list = branchingList();
    expect(shape(removeNode(list, id(list, "topic")))).toEqual(["//greeting", "//name", "//bye"]);
  });

  it("renames a step everywhere it is spoken of", () => {
    const list = branchingList();
    const action = { name: "GOTO_INTERNAL" as const, params: ["bye"] };
    const jumping = list.map((node) => (node.internal_name === "name" ? { ...node, actions: [action] } : node));
    const renamed = renameNode(renameNode(jumping, id(list, "bye"), "end"), id(list, "topic"), "subject");
    expect(checkQuestionList(renamed)).toEqual([]);
    expect(treeOf(renamed).byName.get("problem")?.go_to_internal_name).toBe("end");
    expect(treeOf(renamed).byName.get("name")?.actions[0]?.params).toEqual(["end"]);
    expect(treeOf(renamed).byName.get("budget")?.parent).toBe("subject");
  });

  it("keeps the branch and the synonyms of an option whose words change", () => {
    const list = branchingList().map((node) =>
      node.internal_name === "topic" ? { ...node, autodetect: [{ value: "Sales", synonyms: ["buy"] }] } : node,
    );
    const renamed = renameOption(list, id(list, "topic"), 0, "Purchase");
    expect(shape(renamed)).toContain("topic/Purchase/budget");
    expect(treeOf(renamed).byName.get("topic")?.autodetect[0]?.value).toBe("Purchase");
  });

  it("keeps the branch of an option that is emptied, or called as another is, on the way to other words", () => {
    const list = branchingList().map((node) =>
      node.internal_name === "topic" ? { ...node, autodetect: [{ value: "Sales", synonyms: ["buy"] }] } : node,
    );
    const topic = id(list, "topic");
    const written = ["Sale", "", "Support", "Purchase"].reduce(
      (nodes: Nodes, words, at) => renameOption(nodes, topic, 0, words, at === 0 ? "Sales" : "Sale"),
      list,
    );
    expect(shape(written)).toEqual(shape(renameOption(list, topic, 0, "Purchase")));
    expect(treeOf(written).byName.get("topic")?.autodetect).toEqual([{ value: "Purchase", synonyms: ["buy"] }]);
    const emptied = renameOption(list, topic, 0, "");
    expect(shape(emptied)).toContain("topic/Sales/budget");
    expect(shape(removeOption(emptied, topic, 0))).toContain("topic/Sales/budget");
  });

  it("lets go of an option with its branch only", () => {
    const list = branchingList();
    const left = removeOption(list, id(list, "topic"), 0);
    expect(shape(left)).toEqual(["//greeting", "//topic", "topic/Support/problem", "//name", "//bye"]);
    expect(treeOf(left).byName.get("topic")?.response_options).toEqual(["Support", "Other"]);
  });

  it("stays a sound tree with the same steps whatever is moved wherever", () => {
    const names = branchingList().map((node) => node.internal_name);
    const slot = fc.record({
      node: fc.constantFrom(...names),
      parent: fc.constantFrom("", ...names),
      label: fc.constantFrom("", "Sales", "Support", "Other"),
      after: fc.constantFrom(null, 1, 2, 3, 4, 5, 6, 7),
    });
    fc.assert(
      fc.property(fc.array(slot, { maxLength: 12 }), (moves) => {
        const list = branchingList();
        const moved = moves.reduce<Nodes>((nodes, { node, ...to }) => moveNode(nodes, id(nodes, node), to), list);
        expect(checkQuestionList(moved)).toEqual([]);
        expect(
          readingOrder(treeOf(moved))
            .map((node) => node.id)
            .sort(),
        ).toEqual([1, 2, 3, 4, 5, 6, 7]);
      }),
    );
  });

  it("finds free names without touching the number of others", () => {
    const list = listOf({ internal_name: "email" }, { internal_name: "email_2" });
    expect(freshNode(list, "EMAIL").internal_name).toBe("email_3");
    expect(freshNode(list, "EMAIL").id).toBe(3);
  });
});
