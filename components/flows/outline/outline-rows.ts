import type { QuestionNode } from "#server/chatbots/schema.ts";
import { type Branch, branchesOf, childrenOf, type FlowTree } from "../draft/flow-tree.ts";

/** A line of the outline: a step, or the head of a branch. */
export type OutlineRow = {
  key: string;
  level: number;
  /** Whether something hangs below it that can be folded away. */
  foldable: boolean;
  folded: boolean;
} & ({ kind: "step"; node: QuestionNode } | { kind: "branch"; parent: QuestionNode; branch: Branch });

/** The tree as lines, as far as nothing is folded. */
export function outlineRows(tree: FlowTree, folded: ReadonlySet<string>): OutlineRow[] {
  const seen = new Set<number>();
  const rows: OutlineRow[] = [];
  const walk = (nodes: readonly QuestionNode[], level: number) => {
    for (const node of nodes) {
      if (seen.has(node.id)) continue;
      seen.add(node.id);
      const branches = branchesOf(tree, node);
      const key = `step-${node.id}`;
      const closed = folded.has(key);
      rows.push({ key, level, kind: "step", node, foldable: branches.length > 0, folded: closed });
      if (!closed) for (const branch of branches) openBranch(node, branch, level + 1);
    }
  };
  const openBranch = (parent: QuestionNode, branch: Branch, level: number) => {
    // One line below a question, whatever is answered, needs no head.
    if (branch.kind === "any" && parent.response_type !== "LIST") return walk(branch.nodes, level);
    const key = `branch-${parent.id}-${branch.kind}-${branch.label}`;
    const closed = folded.has(key);
    rows.push({ key, level, kind: "branch", parent, branch, foldable: branch.nodes.length > 0, folded: closed });
    if (!closed) walk(branch.nodes, level + 1);
  };
  walk(childrenOf(tree, ""), 1);
  return rows;
}

/** Where the arrow to the left leads from a line that is folded or has nothing below it. */
export function outerRow(rows: readonly OutlineRow[], at: number): OutlineRow | undefined {
  const level = rows[at]?.level ?? 0;
  return rows.slice(0, at).findLast((row) => row.level < level);
}
