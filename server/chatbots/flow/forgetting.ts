import type { QuestionNode } from "../schema.ts";
import { isFilled, type Slots, slotKey } from "./answers.ts";
import type { FlowOrder } from "./order.ts";
import type { FlowState } from "./state-schema.ts";

const slotNames = ["name", "email", "phone"] as const;

/** What these ask for is the visitor's own, in whatever step it was said. */
const ofVisitor: ReadonlySet<QuestionNode["response_type"]> = new Set(["NAME", "EMAIL", "PHONE", "EMAIL_OR_PHONE"]);

/** Empties slots, so that their questions are asked again (DELETE). */
export function forgetting(state: FlowState, order: FlowOrder, names: readonly string[]): FlowState {
  const slots: Slots = { ...state.slots, custom: { ...state.slots.custom } };
  for (const name of names) {
    const field = slotNames.find((one) => one === name);
    const node = order.named(name);
    if (field) slots[field] = "";
    delete slots.custom[name];
    if (node?.slot_id) delete slots.custom[node.slot_id];
    const own = node && slotNames.find((one) => node.response_type === one.toUpperCase());
    if (own) slots[own] = "";
  }
  const emptied = slotNames.filter((name) => slots[name] === "" && state.slots[name] !== "");
  const done = state.done.filter((name) => {
    const node = order.named(name);
    return !node || node.response_type === "NONE" || isFilled(node, slots) || !names.includes(name);
  });
  return { ...state, slots, done, forgotten: [...new Set([...state.forgotten, ...emptied])] };
}

/**
 * A jump back to a step that is done is a loop, so what was answered in it, from that step on, is asked again, save what
 * was `told` by others in this turn. What the visitor said of themselves (name, email, phone) stays known.
 */
export function lookingBack(
  state: FlowState,
  order: FlowOrder,
  target: QuestionNode,
  told: ReadonlySet<string>,
): FlowState {
  const { done, slots } = state;
  const before = new Set(order.before(target, done));
  const isLoop = done.includes(target.internal_name) && !told.has(slotKey(target));
  if (!isLoop) return { ...state, done: [...before] };
  const again = done.flatMap((name) => (before.has(name) ? [] : (order.named(name) ?? [])));
  const keys = new Set(again.filter((node) => !ofVisitor.has(node.response_type)).map(slotKey));
  const kept = Object.entries(slots.custom).filter(([key]) => !keys.has(key) || told.has(key));
  return { ...state, done: [...before], slots: { ...slots, custom: Object.fromEntries(kept) } };
}
