import { describe, expect, it } from "vitest";
import { branchingList } from "./example-flow.ts";
import { diffOf } from "./flow-diff.ts";
import { freshNode, insertNode, moveNode, type Nodes, removeNode, renameNode, updateNode } from "./flow-edits.ts";

const list = branchingList();
const id = (name: string) => list.find((node) => node.internal_name === name)?.id ?? -1;
const told = (after: Nodes) =>
  diffOf(list, after).map(({ kind, name, moved, fields }) => [kind, name, moved, ...fields.map(({ field }) => field)]);

describe("the difference between two versions", () => {
  it("is nothing between equal lists, whatever their order in the array", () => {
    expect(diffOf(list, list)).toEqual([]);
    expect(diffOf(list, [...list].reverse())).toEqual([]);
  });

  it("tells what came and went, without calling the steps behind it moved", () => {
    const added = insertNode(list, freshNode(list, "EMAIL"), { parent: "", label: "", after: null });
    expect(told(added)).toEqual([["added", "email", false]]);
    expect(told(removeNode(list, id("greeting")))).toEqual([["removed", "greeting", false]]);
  });

  it("tells fields that changed, with both values", () => {
    const after = updateNode(list, id("name"), { text: ["Your name?"], required: true });
    expect(told(after)).toEqual([["changed", "name", false, "text", "required"]]);
    expect(diffOf(list, after)[0]?.fields[0]).toEqual({ field: "text", before: ["name"], after: ["Your name?"] });
  });

  it("knows a renamed step by its id and does not blame its children", () => {
    const after = renameNode(list, id("topic"), "subject");
    expect(diffOf(list, after)).toMatchObject([{ kind: "changed", name: "subject", renamedFrom: "topic", fields: [] }]);
  });

  it("tells one moved step as one", () => {
    const down = moveNode(list, id("greeting"), { parent: "", label: "", after: id("bye") });
    expect(told(down)).toEqual([["changed", "greeting", true]]);
    const into = moveNode(list, id("name"), { parent: "topic", label: "Other", after: null });
    expect(told(into)).toEqual([["changed", "name", true]]);
  });
});
