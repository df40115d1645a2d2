import { describe, expect, it } from "vitest";
import { branchingList, listOf } from "../draft/example-flow.ts";
import { movesOf } from "../draft/flow-edits.ts";
import { treeOf } from "../draft/flow-tree.ts";
import { cardSize, type FlowLayout, layoutOf, nearestSlot, pillSize } from "./flow-layout.ts";

function overlaps({ cards, pills }: FlowLayout): number {
  const boxes = [
    ...cards.map((card) => ({ ...card, ...cardSize })),
    ...pills.map((pill) => ({ ...pill, ...pillSize })),
  ];
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter((two) => Math.abs(one.x - two.x) < Math.min(one.width, two.width) && Math.abs(one.y - two.y) < 30),
  ).length;
}

const lines = (layout: FlowLayout) => layout.lines.map(({ id }) => id);

/** 200 steps: lists with three options, each with two steps below it, three deep. */
function bigList() {
  const given: Parameters<typeof listOf>[number][] = [];
  const add = (parent: string, label: string, depth: number) => {
    if (given.length >= 200) return;
    const internal_name = `n${given.length}`;
    given.push({ internal_name, parent, label, response_type: "LIST", response_options: ["a", "b", "c"] });
    if (depth < 3)
      for (const option of ["a", "b", "c"])
        for (let step = 0; step < 2; step += 1) add(internal_name, option, depth + 1);
  };
  while (given.length < 200) add("", "", 0);
  return listOf(...given);
}

describe("the layout of a flow", () => {
  it("puts every step in its place, branches side by side in the order of their options", () => {
    const layout = layoutOf(treeOf(branchingList()));
    expect(layout.cards).toHaveLength(7);
    expect(layout.pills.map(({ branch }) => branch.label)).toEqual(["Sales", "Support", "Other"]);
    const xs = layout.pills.map(({ x }) => x);
    expect([...xs].sort((a, b) => a - b)).toEqual(xs);
    expect(overlaps(layout)).toBe(0);
  });

  it("draws branches that meet again, and a jump instead of the way on", () => {
    const drawn = lines(layoutOf(treeOf(branchingList())));
    expect(drawn).toContain("step-4>step-6");
    expect(drawn).toContain("branch-2-listed-Other>step-6");
    expect(drawn).toContain("step-5~step-7");
    expect(drawn).not.toContain("step-5>step-6");
    expect(drawn).toContain("step-7>end");
  });

  it("holds 200 steps without overlaps, within a frame or two", () => {
    const tree = treeOf(bigList());
    const started = performance.now();
    const layout = layoutOf(tree);
    expect(performance.now() - started).toBeLessThan(400);
    expect(layout.cards).toHaveLength(200);
    expect(overlaps(layout)).toBe(0);
  });

  it("finds the place under a dragged step, and none far from all", () => {
    const { slots } = layoutOf(treeOf(branchingList()));
    const [first] = slots;
    expect(first && nearestSlot(slots, { x: first.x + 10, y: first.y })?.slot).toEqual({
      parent: "",
      label: "",
      after: null,
    });
    expect(nearestSlot(slots, { x: 9000, y: 9000 })).toBeUndefined();
  });

  it("survives a circle of parents", () => {
    const list = listOf({ internal_name: "a", parent: "b" }, { internal_name: "b", parent: "a" });
    expect(layoutOf(treeOf(list)).cards).toHaveLength(0);
  });
});

describe("a drag of the root among 200 steps", () => {
  it("knows its places before the hand has moved on", () => {
    const tree = treeOf(bigList());
    const { slots } = layoutOf(tree);
    const started = performance.now();
    const may = movesOf(tree, 1);
    const open = slots.filter(({ slot }) => may(slot));
    expect(performance.now() - started).toBeLessThan(50);
    expect(open.length).toBeLessThan(slots.length);
  });
});
