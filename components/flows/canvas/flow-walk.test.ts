import { describe, expect, it } from "vitest";
import { branchingList } from "../draft/example-flow.ts";
import { moveNode } from "../draft/flow-edits.ts";
import { treeOf } from "../draft/flow-tree.ts";
import { type Direction, moveSlot, walk } from "./flow-walk.ts";

const tree = treeOf(branchingList());

function walked(from: string, ...directions: Direction[]): string {
  const start = tree.byName.get(from);
  if (!start) throw new Error(from);
  return directions.reduce((node, direction) => walk(tree, node, direction), start).internal_name;
}

function moved(name: string, direction: Direction): string[] {
  const node = tree.byName.get(name);
  const slot = node && moveSlot(tree, node, direction);
  if (!node || !slot) return [];
  const after = treeOf(moveNode(tree.nodes, node.id, slot));
  const now = after.byName.get(name);
  return [now?.parent ?? "", now?.interface_configuration.label ?? ""];
}

describe("keys on the canvas", () => {
  it("goes down through a branch, out of it and on to the end", () => {
    expect(walked("greeting", "down")).toBe("topic");
    expect(walked("topic", "down")).toBe("budget");
    expect(walked("budget", "down", "down")).toBe("name");
    expect(walked("problem", "down")).toBe("name");
    expect(walked("bye", "down")).toBe("bye");
  });

  it("goes up to what stands before, or to the step it hangs below", () => {
    expect(walked("phone", "up")).toBe("budget");
    expect(walked("budget", "up")).toBe("topic");
    expect(walked("greeting", "up")).toBe("greeting");
  });

  it("goes aside from branch to branch and stays where none is", () => {
    expect(walked("phone", "right")).toBe("problem");
    expect(walked("problem", "left")).toBe("budget");
    expect(walked("problem", "right")).toBe("problem");
    expect(walked("name", "left")).toBe("name");
  });

  it("moves a step into the branch of the step before it and out again", () => {
    expect(moved("name", "right")).toEqual(["topic", "Sales"]);
    expect(moved("phone", "left")).toEqual(["", ""]);
    expect(moved("budget", "right")).toEqual(["topic", "Support"]);
    expect(moved("greeting", "up")).toEqual([]);
  });
});
