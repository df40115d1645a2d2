import type { QuestionNode } from "#server/chatbots/schema.ts";
import type { Slot } from "../draft/flow-edits.ts";
import { type Branch, branchesOf, childrenOf, type FlowTree } from "../draft/flow-tree.ts";

/** Lines run down, the branches of a step stand side by side below it, and meet again above the step that follows. */

export const cardSize = { width: 240, height: 104 };
export const pillSize = { width: 152, height: 30 };
const gap = { down: 44, across: 28, pill: 24 };

export type Placed = { x: number; y: number };
export type PlacedCard = Placed & { node: QuestionNode };
export type PlacedPill = Placed & { id: string; parent: QuestionNode; branch: Branch };
export type FlowLine = { id: string; source: string; target: string; kind: "next" | "jump" };
/** Where a dragged step may be let go. */
export type PlacedSlot = Placed & { slot: Slot };

export type FlowLayout = {
  cards: readonly PlacedCard[];
  pills: readonly PlacedPill[];
  lines: readonly FlowLine[];
  slots: readonly PlacedSlot[];
  end: Placed;
};

export const endId = "end";
export const cardId = (node: Pick<QuestionNode, "id">): string => `step-${node.id}`;

type Block = { node: QuestionNode; columns: Column[]; width: number; height: number };
type Column = { branch: Branch; blocks: Block[]; width: number; height: number };

class Layout {
  readonly cards: PlacedCard[] = [];
  readonly pills: PlacedPill[] = [];
  readonly lines: FlowLine[] = [];
  readonly slots: PlacedSlot[] = [];
  private readonly tree: FlowTree;
  private readonly seen = new Set<number>();

  constructor(tree: FlowTree) {
    this.tree = tree;
  }

  measure(nodes: readonly QuestionNode[]): Block[] {
    return nodes.flatMap((node) => {
      if (this.seen.has(node.id)) return [];
      this.seen.add(node.id);
      const columns = branchesOf(this.tree, node).map((branch) => this.column(branch));
      const across = columns.reduce((sum, one) => sum + one.width, 0) + Math.max(0, columns.length - 1) * gap.across;
      const tallest = columns.reduce((most, one) => Math.max(most, one.height), 0);
      const height = cardSize.height + (columns.length > 0 ? gap.down + tallest : 0);
      return [{ node, columns, width: Math.max(cardSize.width, across), height }];
    });
  }

  private column(branch: Branch): Column {
    const blocks = this.measure(branch.nodes);
    const width = blocks.reduce((most, block) => Math.max(most, block.width), pillSize.width);
    const height = pillSize.height + (blocks.length > 0 ? gap.pill + heightOf(blocks) : 0);
    return { branch, blocks, width, height };
  }

  /** Places a line of blocks around the axis x, from y down; returns the lines that lead on from its end. */
  line(blocks: readonly Block[], at: Placed, place: Omit<Slot, "after">, from: readonly string[]): string[] {
    let { y } = at;
    let open = [...from];
    this.slots.push({ x: at.x, y: y - gap.pill / 2, slot: { ...place, after: null } });
    for (const block of blocks) {
      const id = cardId(block.node);
      this.connect(open, id);
      open = this.block(block, { x: at.x, y });
      y += block.height + gap.down;
      this.slots.push({ x: at.x, y: y - gap.down / 2, slot: { ...place, after: block.node.id } });
    }
    return open;
  }

  private block(block: Block, at: Placed): string[] {
    const { node, columns } = block;
    this.cards.push({ node, x: at.x - cardSize.width / 2, y: at.y });
    const jumps = node.go_to_internal_name !== "" && this.tree.byName.has(node.go_to_internal_name);
    const across = columns.reduce((sum, one) => sum + one.width, 0) + Math.max(0, columns.length - 1) * gap.across;
    let x = at.x - across / 2;
    const exits: string[] = [];
    for (const column of columns) {
      const axis = x + column.width / 2;
      exits.push(...this.branch(node, column, { x: axis, y: at.y + cardSize.height + gap.down }));
      x += column.width + gap.across;
    }
    if (jumps) return [];
    return columns.length > 0 ? exits : [cardId(node)];
  }

  private branch(node: QuestionNode, column: Column, at: Placed): string[] {
    const { branch, blocks } = column;
    const id = `branch-${node.id}-${branch.kind}-${branch.label}`;
    this.pills.push({ id, parent: node, branch, x: at.x - pillSize.width / 2, y: at.y });
    this.connect([cardId(node)], id);
    const below = { x: at.x, y: at.y + pillSize.height + gap.pill };
    return this.line(blocks, below, { parent: node.internal_name, label: branch.label }, [id]);
  }

  private connect(sources: readonly string[], target: string): void {
    for (const source of sources) this.lines.push({ id: `${source}>${target}`, source, target, kind: "next" });
  }

  finish(open: readonly string[]): void {
    this.connect(open, endId);
    for (const node of this.tree.nodes) {
      const target = this.tree.byName.get(node.go_to_internal_name);
      if (!target) continue;
      const ends = { source: cardId(node), target: cardId(target) };
      this.lines.push({ id: `${ends.source}~${ends.target}`, ...ends, kind: "jump" });
    }
  }
}

function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.height, 0) + Math.max(0, blocks.length - 1) * gap.down;
}

export function layoutOf(tree: FlowTree): FlowLayout {
  const layout = new Layout(tree);
  const blocks = layout.measure(childrenOf(tree, ""));
  const open = layout.line(blocks, { x: 0, y: 0 }, { parent: "", label: "" }, []);
  layout.finish(open);
  const { cards, pills, lines, slots } = layout;
  const end = { x: -pillSize.width / 2, y: blocks.length > 0 ? heightOf(blocks) + gap.down : 0 };
  return { cards, pills, lines, slots, end };
}

/** The place nearest to a point, if one is near. */
export function nearestSlot(slots: readonly PlacedSlot[], point: Placed, reach = 220): PlacedSlot | undefined {
  let best: PlacedSlot | undefined;
  let least = reach;
  for (const slot of slots) {
    const distance = Math.hypot((slot.x - point.x) * 0.7, slot.y - point.y);
    if (distance < least) [best, least] = [slot, distance];
  }
  return best;
}
