import type { Language } from "../choices.ts";
import type { FulfillmentAnswer, PlacedAnswer } from "../fulfillment/schema.ts";
import type { QuestionNode } from "../schema.ts";
import { isFilled, type SlotWrites } from "./answers.ts";
import { isOpenAt } from "./business-hours.ts";
import { allHold, type Circumstances } from "./conditions.ts";
import { forgetting, lookingBack } from "./forgetting.ts";
import type { FlowContext, FlowMessage, FlowResult, FlowTrace, TraceEvent } from "./model.ts";
import { FlowOrder } from "./order.ts";
import { spokenNode } from "./spoken.ts";
import type { FlowState } from "./state-schema.ts";

/** Orders of question lists: a list is sorted and indexed once, not at each turn. */
const orders = new WeakMap<readonly QuestionNode[], FlowOrder>();

export function orderOf(nodes: readonly QuestionNode[]): FlowOrder {
  const known = orders.get(nodes) ?? new FlowOrder(nodes);
  orders.set(nodes, known);
  return known;
}

type Source = FlowResult["ignored"][number]["source"];

/** GOTO takes ids, also as a text. */
const isId = (target: string | number) => /^\d{1,15}$/.test(String(target));

/** SET fills the name or a custom field; email and phone only ever come from the visitor. */
function setWrites([slot, value]: readonly unknown[]): SlotWrites {
  if (typeof slot !== "string" || slot === "" || slot === "email" || slot === "phone") return {};
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return slot === "name" ? { name: text } : { custom: { [slot]: text } };
}

/** One turn while it is being built: what is said, learnt and done, and where the flow stands. */
export class Turn {
  readonly context: FlowContext;
  readonly order: FlowOrder;
  readonly messages: FlowMessage[] = [];
  readonly tags: string[] = [];
  readonly trace: FlowTrace[] = [];
  readonly ignored: FlowResult["ignored"] = [];
  readonly open: boolean;
  readonly language: Language;
  writes: SlotWrites = {};
  state: FlowState;
  operatorNeeded = false;
  fired: string | null = null;
  stopped = false;
  ignoreLead = false;
  /** Nodes shown in this turn: each at most once, so no jump can go in circles. */
  private readonly entered = new Set<string>();
  /** Custom slots that the endpoint or an action has written in this turn. */
  private readonly told = new Set<string>();
  /** What endpoints have answered and has not been applied yet. */
  private answers: readonly PlacedAnswer[];

  constructor(context: FlowContext) {
    this.context = context;
    this.answers = context.answers ?? [];
    this.order = orderOf(context.nodes);
    this.open = context.open ?? isOpenAt(context.settings.businessHoursConfiguration, context.now);
    const visitors = context.state.language || context.language;
    this.language = this.order.languageFor(visitors, context.settings.lang);
    this.state = { ...context.state, slots: { ...context.state.slots, custom: { ...context.state.slots.custom } } };
    if (visitors) this.state.language = visitors;
  }

  /** The first turn: the bot's own tags, and the person whom a step before it asked for. */
  begin(): void {
    const { state, settings } = this.context;
    if (state.at === "") this.tags.push(...(settings.tags ?? []).filter((tag) => tag.trim() !== ""));
    this.operatorNeeded ||= state.handOver;
    this.state.handOver = false;
  }

  note(node: QuestionNode, event: TraceEvent): void {
    this.trace.push({ node: node.internal_name, event });
  }

  write(writes: SlotWrites): void {
    const { custom, ...known } = writes;
    this.writes = { ...this.writes, ...known, ...(custom ? { custom: { ...this.writes.custom, ...custom } } : {}) };
    this.state.slots = { ...this.state.slots, ...known, custom: { ...this.state.slots.custom, ...custom } };
    this.state.forgotten = this.state.forgotten.filter((name) => !Object.hasOwn(known, name));
  }

  /** Writes what no visitor has answered: a jump in the same turn does not ask for it. */
  private tell(writes: SlotWrites): void {
    this.write(writes);
    for (const key of Object.keys(writes.custom ?? {})) this.told.add(key);
  }

  say(texts: readonly string[], options: readonly string[] = []): void {
    const shown = texts.filter((text) => text.trim() !== "");
    const one = shown[Math.min(shown.length - 1, Math.floor(this.context.random() * shown.length))];
    const chosen = this.context.settings.chained_messages === false && one !== undefined ? [one] : shown;
    this.sayAll(chosen, options);
  }

  /** Every text is a message; the last one carries the options. */
  sayAll(texts: readonly string[], options: readonly string[] = []): void {
    texts.forEach((text, index) => {
      this.messages.push({ text, options: index === texts.length - 1 ? [...options] : [] });
    });
  }

  circumstances(): Circumstances {
    const { channel = "WEBSITE", tags = [] } = this.context;
    return { slots: this.state.slots, channel, open: this.open, tags: [...tags, ...this.tags] };
  }

  /** The texts of a node that is spoken already. */
  private textsOf(node: QuestionNode): readonly string[] {
    if (node.is_empty_text) return [];
    const applies = { "business-hours": !this.open, "offline-mode": this.context.offline === true };
    const instead = node.alternative_texts.find(
      (one) =>
        applies[one.name] &&
        one.text.some((text) => text.trim() !== "") &&
        allHold(one.conditions_to_show, this.circumstances(), true),
    );
    return instead?.text ?? node.text;
  }

  optionsOf(node: QuestionNode): readonly string[] {
    const offers = node.response_type === "LIST" || node.response_type === "MEETING";
    return offers ? spokenNode(node, this.language).response_options : [];
  }

  show(asked: QuestionNode): void {
    const node = spokenNode(asked, this.language);
    const { question_file_url: url, question_file_caption: caption } = node;
    if (url !== "" && node.question_type === "image") this.messages.push({ text: caption, imageUrl: url, options: [] });
    else if (url !== "" && node.question_type !== "text/plain") this.sayAll([`${caption}\n${url}`.trim()]);
    this.say(this.textsOf(node), this.optionsOf(asked));
  }

  /** A node is answered (NONE: shown): its tag and its people count from now on. */
  finish(node: QuestionNode): void {
    if (node.tag !== "") this.tags.push(node.tag);
    if (node.assigned_to.length > 0) this.state.assign = [...node.assigned_to];
    this.close(node);
  }

  close(node: QuestionNode): void {
    if (!this.state.done.includes(node.internal_name)) this.state.done = [...this.state.done, node.internal_name];
    this.state = { ...this.state, waiting: "", tries: 0, hint: null };
  }

  /** Where a finished node leads: what its actions say, its own jump, else the order. */
  following(node: QuestionNode): QuestionNode | undefined {
    const own = node.go_to_internal_name === "" ? [] : [node.go_to_internal_name];
    return this.jump([...this.act(node), ...own], "node") ?? this.order.after(node, this.state.slots);
  }

  /**
   * Jumps to the first target that exists and was not shown in this turn; reports the others before it. Later questions
   * are asked again: where their answer is not known, or in a loop (lookingBack) unless what is known counts (`knows`).
   */
  jump(targets: readonly (string | number)[], source: Source, knows = false): QuestionNode | undefined {
    for (const target of targets) {
      const found = this.order.target(target);
      if (found && !this.entered.has(found.internal_name)) {
        this.note(found, "jumped");
        if (knows) this.state.done = this.order.before(found, this.state.done);
        else this.state = lookingBack(this.state, this.order, found, this.told);
        return found;
      }
      this.ignored.push({ source, target: String(target) });
    }
    return undefined;
  }

  /** Runs a node's actions; answers where its GOTOs lead. */
  private act(node: QuestionNode): (string | number)[] {
    const targets: (string | number)[] = [];
    for (const { name, params, conditions_to_execute } of node.actions) {
      if (!allHold(conditions_to_execute, this.circumstances(), false)) continue;
      const names = params.filter((one) => typeof one === "string" || typeof one === "number");
      if (name === "OPERATOR_NEEDED") this.operatorNeeded = true;
      else if (name === "DELETE") {
        const emptied = names.length > 0 ? names.map(String) : [node.internal_name];
        this.state = forgetting(this.state, this.order, emptied);
      } else if (name === "SET") this.tell(setWrites(params));
      else targets.push(...names.slice(0, 1).map((one) => (name === "GOTO" && isId(one) ? Number(one) : one)));
    }
    return targets;
  }

  /** Shows NONE nodes, passes what is known, and stops at the first question that needs an answer. */
  proceed(from: QuestionNode | undefined): void {
    let node = from;
    while (node) {
      const name: string = node.internal_name;
      if (this.entered.has(name) || this.state.done.includes(name) || isFilled(node, this.state.slots)) {
        this.note(node, "skipped");
        node = this.order.after(node, this.state.slots);
      } else if (!allHold(node.conditions_to_show, this.circumstances(), true)) {
        this.note(node, "skipped");
        node = this.order.beside(node, this.state.slots);
      } else {
        this.enter(node);
        if (node.response_type !== "NONE") return;
        this.finish(node);
        node = this.goOn(this.following(node), name);
        if (this.operatorNeeded || this.stopped) return;
      }
    }
    this.state = { ...this.state, waiting: "", next: "", ended: true };
  }

  private enter(node: QuestionNode): void {
    this.entered.add(node.internal_name);
    this.note(node, "entered");
    this.show(node);
    this.state = { ...this.state, waiting: "", next: "", ended: false };
    if (node.response_type !== "NONE") this.state = { ...this.state, waiting: node.internal_name, tries: 0 };
  }

  /** Before the next question: the endpoint may write, speak, lead elsewhere or stop. */
  goOn(next: QuestionNode | undefined, at = ""): QuestionNode | undefined {
    const target = this.fulfil(at);
    const onward = target ?? next;
    if (this.operatorNeeded || this.stopped) {
      this.state = { ...this.state, waiting: "", next: onward?.internal_name ?? "", ended: onward === undefined };
    }
    return onward;
  }

  /** I3: writes, then the jump, then the words of each answer, once in a turn, at its node. */
  fulfil(at = ""): QuestionNode | undefined {
    const here = this.answers.filter((one) => one.at === at);
    this.answers = this.answers.filter((one) => one.at !== at);
    return here.reduce<QuestionNode | undefined>((target, { answer }) => this.apply(answer) ?? target, undefined);
  }

  private apply({ writes, goToName, flow, text, options, responseType, stopChat }: FulfillmentAnswer) {
    this.tell(writes);
    const targets = [...(goToName === "" ? [] : [goToName]), ...(flow === null ? [] : [flow])];
    const target = this.jump(targets, "fulfillment");
    this.sayAll(text, responseType === "LIST" ? options : []);
    this.stopped ||= stopChat;
    return target;
  }

  /** Where a trigger answered or the node was not reached, an endpoint's writes still count. */
  takeWrites(): void {
    for (const { answer } of this.answers) this.write(answer.writes);
    this.answers = [];
  }

  result(): FlowResult {
    this.takeWrites();
    const { state, messages, writes, tags, operatorNeeded, trace, fired, stopped, ignoreLead, ignored } = this;
    const at = this.context.now.toISOString();
    const assign = [...state.assign];
    return {
      messages,
      writes,
      tags,
      operatorNeeded,
      trace,
      assign,
      fired,
      stopped,
      ignoreLead,
      ignored,
      state: { ...state, at },
    };
  }
}
