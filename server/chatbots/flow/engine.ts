import type { QuestionNode } from "../schema.ts";
import { type Answer, autodetect, findEmail, type Incoming, isFilled, readAnswer, type Slots } from "./answers.ts";
import { fold } from "./folding.ts";
import type { FlowContext, FlowResult } from "./model.ts";
import { returnWords } from "./returning.ts";
import { spokenNode } from "./spoken.ts";
import { type FlowState, flowStateSchema } from "./state-schema.ts";
import { firstMatch } from "./triggers.ts";
import { orderOf, Turn } from "./turn.ts";
import { suggestEmail } from "./typos.ts";
import { hintWords, isNo, isYes } from "./words.ts";

/** The flow engine (H6): pure, no clock and no chance of its own; one call is one turn. */

export type { FlowContext, FlowMessage, FlowResult, FlowSince, FlowTrace, TraceEvent } from "./model.ts";
export type { FlowTrigger } from "./triggers.ts";

const freeTries = 3;
const triesOfRequired = 6;

export const freshState: FlowState = flowStateSchema.parse({});

/** What the widget shows before the visitor has written: everything up to the first question. */
export function openFlow(context: FlowContext): FlowResult {
  const turn = new Turn(context);
  turn.proceed(turn.order.first());
  const opening = turn.result();
  return { ...opening, state: { ...opening.state, at: "", handOver: opening.operatorNeeded } };
}

/** Goes on at a step by its name, whatever was asked before, past what is known; undefined: there is no such step. */
export function startAt(context: FlowContext, step: string): FlowResult | undefined {
  const turn = new Turn(context);
  const target = turn.jump([step], "node", true);
  if (!target) return undefined;
  turn.begin();
  turn.operatorNeeded = false;
  turn.state = { ...turn.state, waiting: "", next: "", tries: 0, hint: null, ended: false, hushed: false };
  turn.proceed(target);
  return turn.result();
}

/** Answers one message of the visitor. */
export function takeTurn(context: FlowContext, incoming: Incoming): FlowResult {
  const turn = new Turn(context);
  turn.begin();
  if (fireTrigger(turn, incoming)) return turn.result();
  if (turn.operatorNeeded) {
    turn.goOn(turn.order.named(turn.state.next));
    return turn.result();
  }
  const again = greetReturning(turn);
  const waiting = turn.order.named(turn.state.waiting);
  if (!waiting) goOnUnasked(turn, incoming);
  else if (isFilled(waiting, turn.state.slots)) learntMeanwhile(turn, waiting);
  else if (again) askAgain(turn, waiting, incoming);
  else answerQuestion(turn, waiting, incoming);
  return turn.result();
}

/**
 * Answers several messages, one turn each. The endpoints' answers belong to the last one; a visitor's absence ends with
 * the first.
 */
export function takeTurns(context: FlowContext, incoming: readonly Incoming[]): FlowResult {
  const { since, answers, ...shared } = context;
  const turns: FlowResult[] = [];
  for (const [index, one] of incoming.entries()) {
    const state = turns.at(-1)?.state ?? context.state;
    const isLast = index === incoming.length - 1;
    const tags = [...(context.tags ?? []), ...turns.flatMap((turn) => turn.tags)];
    const own = { ...(since && index === 0 ? { since } : {}), ...(answers && isLast ? { answers } : {}) };
    turns.push(takeTurn({ ...shared, ...own, state, tags }, one));
    if (turns.at(-1)?.operatorNeeded) break;
  }
  return turns.length === 0 ? new Turn(context).result() : turns.reduce(joined);
}

function joined(before: FlowResult, after: FlowResult): FlowResult {
  const custom = { ...before.writes.custom, ...after.writes.custom };
  return {
    ...after,
    messages: [...before.messages, ...after.messages],
    writes: { ...before.writes, ...after.writes, ...(Object.keys(custom).length > 0 ? { custom } : {}) },
    tags: [...before.tags, ...after.tags],
    trace: [...before.trace, ...after.trace],
    ignored: [...before.ignored, ...after.ignored],
    fired: after.fired ?? before.fired,
    ignoreLead: before.ignoreLead && after.ignoreLead,
    operatorNeeded: before.operatorNeeded || after.operatorNeeded,
  };
}

/** Applies only the writes of an answer (I4): the bot is off, so it says nothing and the flow stays where it is. */
export function takeData(context: FlowContext): FlowResult {
  return new Turn(context).result();
}

type TurnPreview = {
  /** The slots including the message's own answer, as they are sent to an endpoint. */
  slots: Slots;
  /**
   * The nodes that this turn processes and that have an endpoint of their own, in their order. Where a trigger answers,
   * only those that were shown before the visitor wrote.
   */
  endpoints: QuestionNode[];
};

/** What a turn is about to do by the answers there are so far: statements shown, the question answered, those shown then. */
export function previewTurn(context: FlowContext, incoming: Incoming): TurnPreview {
  const { state, writes, trace, fired, stopped } = takeTurn(context, incoming);
  const order = orderOf(context.nodes);
  const statements = (names: readonly string[]) =>
    names.flatMap((name) => order.named(name) ?? []).filter((node) => node.response_type === "NONE");
  const asked = order.named(context.state.waiting);
  const entered = trace.flatMap(({ node, event }) => (event === "entered" ? [node] : []));
  const answered = fired !== null && stopped ? [] : [...(asked ? [asked] : []), ...statements(entered)];
  const greeted = context.state.at === "" ? statements(context.state.done) : [];
  const endpoints = [...greeted, ...answered].filter((node) => node.fulfillment_url !== "");
  // What a jump has forgotten at the end of the turn was known when the message was read.
  const custom = { ...context.state.slots.custom, ...state.slots.custom, ...writes.custom };
  return { slots: { ...state.slots, custom }, endpoints };
}

/** Before the flow: the first trigger that matches (H11). True: the message is dealt with. */
function fireTrigger(turn: Turn, incoming: Incoming): boolean {
  const { triggers = [], channel = "WEBSITE", channelId = "", tags = [] } = turn.context;
  if (triggers.length === 0) return false;
  const tagged = tags.flatMap((tag) => (tag.startsWith("fired_") ? [tag.slice("fired_".length)] : []));
  const fired = [...turn.state.fired, ...tagged];
  const trigger = firstMatch(triggers, incoming.text, { channel, channelId, open: turn.open, fired });
  if (!trigger) return false;
  const {
    response = [],
    tag,
    assignTo = [],
    goToName,
    once,
    operatorNeeded,
    stopNextMessage,
    ignoreLead,
  } = trigger.actions;
  turn.fired = trigger.id;
  turn.ignoreLead = ignoreLead;
  if (once) turn.state.fired = [...turn.state.fired, trigger.id];
  turn.sayAll([response].flat().filter((text) => text.trim() !== ""));
  if (tag) turn.tags.push(tag);
  if (assignTo.length > 0) turn.state.assign = [...assignTo];
  const target = goToName ? turn.jump([goToName], "trigger") : undefined;
  turn.operatorNeeded ||= operatorNeeded === true;
  const over = turn.operatorNeeded || stopNextMessage || target !== undefined;
  if (over) turn.takeWrites();
  if (turn.operatorNeeded && target) turn.state = { ...turn.state, waiting: "", next: target.internal_name };
  else if (target) turn.proceed(target);
  turn.stopped = stopNextMessage && !target;
  return over;
}

/** Welcomes a visitor back; repeats an open question instead of counting a wrong answer. */
function greetReturning(turn: Turn): boolean {
  const { since } = turn.context;
  if (!since || turn.context.state.at === "") return false;
  const { texts, options, hard, welcomed } = returnWords(turn.context);
  turn.say(texts, options);
  if (hard) {
    const { slots } = turn.state;
    turn.state = { ...turn.state, done: [], waiting: "", next: "", ended: false, slots: { ...slots, custom: {} } };
  }
  return welcomed || since.resumed === true || since.reopened === true;
}

/** No question waits: the first message, one after a stop, or one after the end. */
function goOnUnasked(turn: Turn, incoming: Incoming): void {
  const { state, context } = turn;
  const untouched = state.done.length === 0 && !state.ended;
  if (untouched) turn.write(autodetect(turn.order.nodes, incoming, context.country));
  const target = turn.goOn(undefined);
  if (turn.stopped) turn.state = { ...turn.state, next: target?.internal_name ?? state.next, ended: state.ended };
  else if (target) turn.proceed(target);
  else if (!state.ended) turn.proceed(turn.order.named(state.next) ?? turn.order.first());
  else hush(turn);
}

/** Nothing is left to ask: the last words, once. */
function hush(turn: Turn): void {
  const { shut_up_message: words = "" } = turn.context.settings;
  if (turn.state.hushed || words.trim() === "" || turn.messages.length > 0) return;
  turn.state.hushed = true;
  turn.sayAll([words]);
}

/** The open question has been answered meanwhile, by an agent or the endpoint. */
function learntMeanwhile(turn: Turn, node: QuestionNode): void {
  turn.note(node, "skipped");
  turn.close(node);
  proceedTo(turn, turn.order.after(node, turn.state.slots));
}

function proceedTo(turn: Turn, node: QuestionNode | undefined): void {
  const next = turn.goOn(node);
  if (!turn.operatorNeeded && !turn.stopped) turn.proceed(next);
}

/** After an absence only a right answer counts; anything else gets the question once more, at no cost. */
function askAgain(turn: Turn, node: QuestionNode, incoming: Incoming): void {
  const answer = readAnswer(node, incoming, turn.context.country);
  const greeted = turn.messages.length > 0;
  if (answer && !(greeted && node.response_type === "TEXT")) accept(turn, node, answer);
  else if (!isLedAway(turn)) {
    turn.note(node, "retried");
    turn.show(node);
  }
}

/** Where no answer was given: the endpoint may lead elsewhere or stop, and then the question is not repeated. */
function isLedAway(turn: Turn): boolean {
  const target = turn.fulfil();
  if (target && !turn.stopped) turn.proceed(target);
  else if (target) turn.state = { ...turn.state, waiting: "", next: target.internal_name };
  return target !== undefined || turn.stopped;
}

function answerQuestion(turn: Turn, node: QuestionNode, incoming: Incoming): void {
  const { hint } = turn.state;
  const settled = hint ? settledHint(hint, incoming.text) : undefined;
  const written = settled === undefined ? undefined : { writes: { email: settled }, option: "" };
  const answer = written ?? readAnswer(node, incoming, turn.context.country);
  const given = hint ? undefined : answer?.writes.email;
  const meant = given === undefined ? undefined : suggestEmail(given);
  if (!answer) refuse(turn, node);
  else if (given !== undefined && meant !== undefined) askWhich(turn, node, given, meant);
  else accept(turn, node, answer);
}

/** Which of the two addresses it is; undefined where the visitor says neither. */
function settledHint(hint: NonNullable<FlowState["hint"]>, text: string): string | undefined {
  const said = fold(text);
  const email = findEmail(text);
  if (email !== undefined) return email;
  if (isYes(said) || said === "1") return hint.meant;
  return isNo(said) || said === "2" ? hint.given : undefined;
}

/** "Did you mean ...?": no wrong answer, and asked once. */
function askWhich(turn: Turn, node: QuestionNode, given: string, meant: string): void {
  turn.state.hint = { given, meant };
  if (isLedAway(turn)) return;
  turn.note(node, "retried");
  turn.sayAll([hintWords(turn.language, meant)], [meant, given]);
}

function accept(turn: Turn, node: QuestionNode, answer: Answer): void {
  turn.write(answer.writes);
  turn.note(node, "answered");
  turn.finish(node);
  proceedTo(turn, turn.following(node));
}

/** A wrong answer gets the next retry text; three are enough, six where the node is required. */
function refuse(turn: Turn, node: QuestionNode): void {
  if (isLedAway(turn)) return;
  const tries = turn.state.tries + 1;
  if (isFilled(node, turn.state.slots)) learntMeanwhile(turn, node);
  else if (tries >= (node.required ? triesOfRequired : freeTries)) giveUp(turn, node);
  else retry(turn, node, tries);
}

function retry(turn: Turn, node: QuestionNode, tries: number): void {
  turn.state.tries = tries;
  turn.note(node, "retried");
  const { retry_text: texts } = spokenNode(node, turn.language);
  const words = texts[Math.min(tries, texts.length) - 1];
  if (words === undefined) turn.show(node);
  else turn.sayAll([words], turn.optionsOf(node));
}

function giveUp(turn: Turn, node: QuestionNode): void {
  turn.note(node, "gave_up");
  turn.close(node);
  if (node.required) turn.operatorNeeded = true;
  proceedTo(turn, turn.order.after(node, turn.state.slots));
}
