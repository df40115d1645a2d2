import { expect, it } from "vitest";
import { checkQuestionList } from "#server/chatbots/flow/list-checks.ts";
import { branchingList } from "./example-flow.ts";
import { freshNode, insertNode, type Nodes, removeNode, removeOption, renameNode, updateNode } from "./flow-edits.ts";
import { labelOf, readingOrder, treeOf } from "./flow-tree.ts";
import { restoreNodes, restoreOption } from "./restoring.ts";

const id = (nodes: Nodes, name: string) => nodes.find((node) => node.internal_name === name)?.id ?? -1;
const named = (nodes: Nodes, name: string) => treeOf(nodes).byName.get(name);
const shape = (nodes: Nodes) =>
  readingOrder(treeOf(nodes)).map((node) => `${node.parent}/${labelOf(node)}/${node.internal_name}`);

const list = updateNode(branchingList(), 2, {
  autodetect: [{ value: "Sales", synonyms: ["buy"] }],
  translations: { es: { response_options: ["Ventas", "Soporte", "Otro"] } },
});

it("puts an option back with its branch, its synonyms and its other languages", () => {
  const restored = restoreOption(removeOption(list, 2, 0), list, 2, 0);
  expect(shape(restored)).toEqual(shape(list));
  expect(named(restored, "topic")).toEqual(named(list, "topic"));
});

it("keeps what was written between an option's removal and its return", () => {
  let since: Nodes = removeOption(list, 2, 0);
  since = renameNode(since, 2, "subject");
  since = updateNode(since, id(since, "greeting"), { text: ["Good morning"] });
  const email = freshNode(since, "EMAIL");
  since = insertNode(since, email, { parent: "", label: "", after: id(since, "bye") });
  const restored = restoreOption(since, list, 2, 0);
  expect(named(restored, "greeting")?.text).toEqual(["Good morning"]);
  expect(named(restored, "email")).toBeDefined();
  expect(named(restored, "budget")?.parent).toBe("subject");
  expect(checkQuestionList(restored)).toEqual([]);
});

it("does not put an option back twice", () => {
  expect(restoreOption(list, list, 2, 0)).toEqual(list);
});

it("gives a removed step that comes back a number or a name of its own where another has it by then", () => {
  for (const [name, given] of [
    ["bye", {}],
    ["greeting", { internal_name: "greeting" }],
  ] as const) {
    const gone = list.filter((node) => node.internal_name === name);
    const left = removeNode(list, id(list, name));
    const fresh = { ...freshNode(left, "NONE"), ...given };
    const restored = restoreNodes(insertNode(left, fresh, { parent: "", label: "", after: null }), gone);
    expect(restored).toHaveLength(list.length + 1);
    expect(new Set(restored.map((node) => node.id)).size).toBe(restored.length);
    expect(checkQuestionList(restored)).toEqual([]);
  }
});
