import type { Language } from "../choices.ts";
import type { QuestionNode } from "../schema.ts";
import { isFilled, type Slots, slotKey } from "./answers.ts";
import { fold } from "./folding.ts";

/** `written`: the label as its author wrote it. */
type Child = { node: QuestionNode; label: string; written: string };

/** The question list as a tree that is walked in order: parents, and under a LIST one branch for each option. */
export class FlowOrder {
  readonly nodes: readonly QuestionNode[];
  private readonly byName: ReadonlyMap<string, QuestionNode>;
  private readonly byId: ReadonlyMap<number, QuestionNode>;
  private readonly children = new Map<string, Child[]>();
  private readonly places = new Map<string, number>();

  constructor(list: readonly QuestionNode[]) {
    this.nodes = list.filter((node) => !node.disabled).sort((a, b) => a.order - b.order || a.id - b.id);
    this.byName = new Map(this.nodes.map((node) => [node.internal_name, node]));
    this.byId = new Map(this.nodes.map((node) => [node.id, node]));
    const below = new Map<string, Child[]>();
    for (const node of this.nodes) {
      const written = node.interface_configuration.label.trim();
      const child = { node, label: fold(written), written };
      below.set(node.parent, [...(below.get(node.parent) ?? []), child]);
    }
    this.place("", below);
  }

  /** Only nodes that lead up to the root have an order: a circle of parents must not be walked. */
  private place(parent: string, below: ReadonlyMap<string, Child[]>): void {
    const children = below.get(parent) ?? [];
    this.children.set(parent, children);
    for (const { node } of children) {
      if (this.places.has(node.internal_name)) continue;
      this.places.set(node.internal_name, this.places.size);
      this.place(node.internal_name, below);
    }
  }

  /** What the engine's own texts are said in: the visitor's language where anything else is written in it, else the bot's. */
  languageFor(visitors: Language | "" | undefined, own: Language = "en"): Language {
    const speaks = visitors && this.nodes.some(({ translations }) => translations?.[visitors] !== undefined);
    return speaks ? visitors : own;
  }

  named(internalName: string): QuestionNode | undefined {
    return this.byName.get(internalName);
  }

  /** A number means a node's id, a text its name; the other where there is none of the kind. */
  target(wanted: string | number): QuestionNode | undefined {
    const named = this.byName.get(String(wanted));
    const counted = /^\d{1,15}$/.test(String(wanted)) ? this.byId.get(Number(wanted)) : undefined;
    return typeof wanted === "number" ? (counted ?? named) : (named ?? counted);
  }

  first(): QuestionNode | undefined {
    return this.branch("", "")[0];
  }

  /** After a node: into the branch of its answer, else to its next sibling, else up and on. */
  after(node: QuestionNode, slots: Slots): QuestionNode | undefined {
    if (!this.places.has(node.internal_name)) return undefined;
    const [child] = this.branch(node.internal_name, this.chosen(node, slots));
    return child ?? this.beside(node, slots);
  }

  /** Past a node and everything below it. */
  beside(node: QuestionNode, slots: Slots): QuestionNode | undefined {
    if (!this.places.has(node.internal_name)) return undefined;
    const parent = this.named(node.parent);
    // Without a label it belongs to the branch one is in; with one, to its own, whatever was chosen.
    const option = node.interface_configuration.label || (parent ? this.chosen(parent, slots) : "");
    const siblings = this.branch(node.parent, option);
    const next = siblings[siblings.indexOf(node) + 1];
    return next ?? (parent && this.beside(parent, slots));
  }

  /** The names that stay done when the flow jumps to a node: those that come before it. */
  before(target: QuestionNode, done: readonly string[]): string[] {
    const place = this.places.get(target.internal_name);
    if (place === undefined) return done.filter((name) => name !== target.internal_name);
    return done.filter((name) => (this.places.get(name) ?? -1) < place);
  }

  /** Children of one parent that belong to an option; a child without a label belongs to every option. */
  private branch(parent: string, option: string): QuestionNode[] {
    const [exact, wanted] = [option.trim(), fold(option)];
    const children = this.children.get(parent) ?? [];
    // Options may differ by an accent alone: a label that is another of them belongs to that one.
    const others = new Set(this.named(parent)?.response_options.map((other) => other.trim()));
    others.delete(exact);
    const belongs = ({ label, written }: Child) =>
      parent === "" || label === "" || (label === wanted && !others.has(written));
    return children.filter(belongs).map(({ node }) => node);
  }

  private chosen(node: QuestionNode, slots: Slots): string {
    const value = isFilled(node, slots) ? slots.custom[slotKey(node)] : undefined;
    return typeof value === "string" ? value : "";
  }
}
