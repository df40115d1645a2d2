import { describe, expect, it } from "vitest";
import { branchingList, listOf } from "../draft/example-flow.ts";
import { treeOf } from "../draft/flow-tree.ts";
import { cardSize, layoutOf } from "./flow-layout.ts";
import { openingView } from "./opening-view.ts";

const pane = { width: 800, height: 640 };
const opened = (nodes: Parameters<typeof treeOf>[0], size = pane) => {
  const layout = layoutOf(treeOf(nodes));
  const view = openingView(layout, size);
  const boxes = layout.cards.map(({ x, y }) => ({
    left: x * view.zoom + view.x,
    top: y * view.zoom + view.y,
    right: (x + cardSize.width) * view.zoom + view.x,
    bottom: (y + cardSize.height) * view.zoom + view.y,
  }));
  const inside = boxes.filter(
    ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= size.width && bottom <= size.height,
  );
  return { view, boxes, inside };
};

const many = listOf(...Array.from({ length: 200 }, (_, at) => ({ internal_name: `n${at}` })));

describe("the view that a flow opens with", () => {
  it("is the whole of a small flow, never enlarged", () => {
    const { view, boxes, inside } = opened(listOf({ internal_name: "hi" }, { internal_name: "name" }));
    expect(view.zoom).toBe(1);
    expect(inside).toHaveLength(boxes.length);
    expect(opened(branchingList(), { width: 1400, height: 1000 }).inside).toHaveLength(7);
  });

  it("is the beginning of a large one, in words that can be read", () => {
    const { view, boxes, inside } = opened(many);
    expect(view.zoom).toBeGreaterThanOrEqual(0.7);
    expect(inside[0]).toBe(boxes[0]);
    expect(boxes[0]?.left).toBeCloseTo(pane.width - (boxes[0]?.right ?? 0));
    expect(inside.length).toBeGreaterThan(2);
  });

  it("shows the step that a link names", () => {
    const layout = layoutOf(treeOf(many));
    const { y, zoom } = openingView(layout, pane, 150);
    const top = (layout.cards[149]?.y ?? 0) * zoom + y;
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(pane.height / 2);
  });

  it("is sound for an empty flow and a pane without a size", () => {
    expect(opened([]).view.zoom).toBe(1);
    for (const value of Object.values(opened(many, { width: 0, height: 0 }).view)) expect(value).toBeTypeOf("number");
  });
});
