import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";
import type { FulfillmentRequest } from "../fulfillment/schema.ts";
import type { Plan } from "./fulfillment-planning.ts";

/** The body of a call (I1), from what a conversation or a simulated one says of itself. Pure. */

/** More messages of one side are not sent, nor more characters. */
export const historyMessages = 100;
const historyCharacters = 64 * 1024;

type Side = "visitor" | "robot";

/** What one side said, oldest first; of much, the newest. */
export function historyOf(sender: Side, newestFirst: readonly string[]): FulfillmentRequest["chat_log"] {
  let left = historyCharacters;
  const kept = newestFirst.slice(0, historyMessages).filter((words) => {
    left -= words.length;
    return left >= 0;
  });
  return kept.reverse().map((words) => ({ sender, message: words, text: words }));
}

function phoneForms(phone: string, country: string | undefined) {
  const parsed = parsePhoneNumberFromString(phone, country && isSupportedCountry(country) ? country : undefined);
  return {
    national_format: parsed?.formatNational() ?? phone,
    international_format: parsed?.formatInternational() ?? "",
  };
}

/** What the caller adds, because the flow does not know it. */
export type RequestFrame = Omit<FulfillmentRequest, "flow" | "flow_state" | "collected_data">;

/** Everything as it stands when the visitor's message is being answered. */
export function requestOf(
  frame: RequestFrame,
  { plan, tries, country }: { plan: Plan; tries: number; country: string | undefined },
): FulfillmentRequest {
  const { name, email, phone, custom } = plan.slots;
  return {
    ...frame,
    flow: plan.flow,
    flow_state: { last_question_id: plan.lastQuestionId, retry_count: tries },
    collected_data: {
      name: { value: name },
      email: { value: email },
      phone: phoneForms(phone, country),
      custom,
    },
  };
}
