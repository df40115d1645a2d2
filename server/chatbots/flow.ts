import { isOpenAt } from "./business-hours.ts";
import { type Answer, autodetect, type Incoming, isFilled, readAnswer, type SlotWrites } from "./flow-answers.ts";
import { FlowOrder } from "./flow-order.ts";
import { type ChatbotSettings, type FlowState, flowStateSchema, type QuestionNode } from "./schema.ts";

/** The flow engine (H6): pure, no clock and no chance of its own; one call is one turn. */

export type FlowContext = {
  nodes: readonly QuestionNode[];
  settings: ChatbotSettings;
  state: FlowState;
  now: Date;
  /** 0 to 1, picks one text of several where they are not chained. */
  random: () => number;
  /** The company's country, for phone numbers without a prefix. */
  country?: string;
};

export type FlowMessage = { text: string; imageUrl?: string; options: string[] };

export type FlowResult = {
  state: FlowState;
  messages: FlowMessage[];
  writes: SlotWrites;
  /** Tags of the nodes answered (NONE: entered) in this turn. */
  tags: string[];
  operatorNeeded: boolean;
};

const freeTries = 3;
const triesOfRequired = 6;
const maxSteps = 100;

export const freshState: FlowState = flowStateSchema.parse({});

/** One turn in the making. */
class Turn {
  readonly order: FlowOrder;
  readonly messages: FlowMessage[] = [];
  readonly tags: string[] = [];
  writes: SlotWrites = {};
  state: FlowState;
  operatorNeeded = false;
  private readonly context: FlowContext;

  constructor(context: FlowContext) {
    this.context = context;
    this.order = new FlowOrder(context.nodes);
    this.state = { ...context.state, slots: { ...context.state.slots, custom: { ...context.state.slots.custom } } };
  }

  write(writes: SlotWrites): void {
    const { custom, ...known } = writes;
    this.writes = { ...this.writes, ...known, ...(custom ? { custom: { ...this.writes.custom, ...custom } } : {}) };
    this.state.slots = { ...this.state.slots, ...known, custom: { ...this.state.slots.custom, ...custom } };
  }

  finish(node: QuestionNode): void {
    if (node.tag !== "") this.tags.push(node.tag);
    this.close(node);
  }

  close(node: QuestionNode): void {
    if (!this.state.done.includes(node.internal_name)) this.state.done = [...this.state.done, node.internal_name];
    this.state.waiting = "";
    this.state.tries = 0;
  }

  say(texts: readonly string[], options: readonly string[] = []): void {
    const shown = texts.filter((text) => text.trim() !== "");
    const one = shown[Math.min(shown.length - 1, Math.floor(this.context.random() * shown.length))];
    const chosen = this.context.settings.chained_messages === false && one !== undefined ? [one] : shown;
    chosen.forEach((text, index) => {
      this.messages.push({ text, options: index === chosen.length - 1 ? [...options] : [] });
    });
  }

  private textsOf(node: QuestionNode): readonly string[] {
    const outside = !isOpenAt(this.context.settings.businessHoursConfiguration, this.context.now);
    const instead = outside ? node.alternative_texts.find((one) => one.name === "business-hours")?.text : undefined;
    return instead && instead.length > 0 ? instead : node.text;
  }

  show(node: QuestionNode): void {
    const options = node.response_type === "LIST" ? node.response_options : [];
    const { question_file_url: url, question_file_caption: caption } = node;
    if (url !== "" && node.question_type === "image") this.messages.push({ text: caption, imageUrl: url, options: [] });
    else if (url !== "" && node.question_type !== "text/plain") this.say([`${caption}\n${url}`.trim()]);
    this.say(this.textsOf(node), options);
  }

  /** Shows NONE nodes, passes what is known, and stops at the first question that needs an answer. */
  proceed(from: QuestionNode | undefined): void {
    let node = from;
    for (let step = 0; node && step < maxSteps; step += 1) {
      const known = this.state.done.includes(node.internal_name) || isFilled(node, this.state.slots);
      if (!known) this.show(node);
      if (!known && node.response_type !== "NONE") {
        this.state = { ...this.state, waiting: node.internal_name, tries: 0, ended: false };
        return;
      }
      if (!known) this.finish(node);
      node = known ? this.order.after(node, this.state.slots) : this.following(node);
    }
    this.state = { ...this.state, waiting: "", ended: true };
  }

  /** Where an answered node leads: its own jump, else the order. */
  following(node: QuestionNode): QuestionNode | undefined {
    const target = node.go_to_internal_name === "" ? undefined : this.order.named(node.go_to_internal_name);
    if (!target) return this.order.after(node, this.state.slots);
    this.state.done = this.state.done.filter((name) => name !== target.internal_name);
    return target;
  }

  result(): FlowResult {
    const { state, messages, writes, tags, operatorNeeded } = this;
    return { state, messages, writes, tags, operatorNeeded };
  }
}

/** What the widget shows before the visitor has written: everything up to the first question. */
export function openFlow(context: FlowContext): FlowResult {
  const turn = new Turn(context);
  turn.proceed(turn.order.first());
  return turn.result();
}

/** Answers one message of the visitor. */
export function takeTurn(context: FlowContext, incoming: Incoming): FlowResult {
  const turn = new Turn(context);
  const waiting = turn.order.named(turn.state.waiting);
  if (turn.state.ended) return turn.result();
  if (!waiting) {
    // Nothing has been asked yet (a conversation of the API), or the question was removed meanwhile.
    const untouched = turn.state.done.length === 0;
    if (untouched) turn.write(autodetect(turn.order.nodes, incoming, context.country));
    turn.proceed(turn.order.first());
    return turn.result();
  }
  const answer = readAnswer(waiting, incoming, context.country);
  if (answer) accept(turn, waiting, answer);
  else refuse(turn, waiting);
  return turn.result();
}

function accept(turn: Turn, node: QuestionNode, answer: Answer): void {
  turn.write(answer.writes);
  turn.finish(node);
  turn.proceed(turn.following(node));
}

/** A wrong answer gets the next retry text; three are enough, six where the node is required. */
function refuse(turn: Turn, node: QuestionNode): void {
  const tries = turn.state.tries + 1;
  if (tries >= (node.required ? triesOfRequired : freeTries)) {
    turn.close(node);
    if (node.required) turn.operatorNeeded = true;
    else turn.proceed(turn.order.after(node, turn.state.slots));
    return;
  }
  turn.state.tries = tries;
  const retry = node.retry_text[Math.min(tries, node.retry_text.length) - 1];
  if (retry === undefined) turn.show(node);
  else turn.say([retry], node.response_type === "LIST" ? node.response_options : []);
}
