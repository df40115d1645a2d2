import { fold, isFilled, type Slots, slotKey } from "./flow-answers.ts";
import type { QuestionNode } from "./schema.ts";

/** The question list as a tree that is walked in order: parents, and under a LIST one branch for each option. */
export class FlowOrder {
  readonly nodes: readonly QuestionNode[];
  private readonly byName: ReadonlyMap<string, QuestionNode>;

  constructor(list: readonly QuestionNode[]) {
    this.nodes = list.filter((node) => !node.disabled).sort((a, b) => a.order - b.order || a.id - b.id);
    this.byName = new Map(this.nodes.map((node) => [node.internal_name, node]));
  }

  named(internalName: string): QuestionNode | undefined {
    return this.byName.get(internalName);
  }

  first(): QuestionNode | undefined {
    return this.branch("", "")[0];
  }

  /** After a node: into the branch of its answer, else to its next sibling, else up and on. */
  after(node: QuestionNode, slots: Slots): QuestionNode | undefined {
    const [child] = this.branch(node.internal_name, this.chosen(node, slots));
    return child ?? this.beside(node, new Set());
  }

  private beside(node: QuestionNode, climbed: Set<string>): QuestionNode | undefined {
    const siblings = this.branch(node.parent, node.interface_configuration.label);
    const next = siblings[siblings.indexOf(node) + 1];
    if (next || node.parent === "" || climbed.has(node.parent)) return next;
    const parent = this.named(node.parent);
    return parent && this.beside(parent, climbed.add(node.parent));
  }

  /** Children of one parent that belong to an option; a child without a label belongs to every option. */
  private branch(parent: string, option: string): QuestionNode[] {
    const wanted = fold(option);
    return this.nodes.filter((node) => {
      if (node.parent !== parent) return false;
      const label = fold(node.interface_configuration.label);
      return parent === "" || label === "" || label === wanted;
    });
  }

  private chosen(node: QuestionNode, slots: Slots): string {
    const value = isFilled(node, slots) ? slots.custom[slotKey(node)] : undefined;
    return typeof value === "string" ? value : "";
  }
}
