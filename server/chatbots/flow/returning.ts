import type { ChatbotSettings } from "../schema.ts";
import type { FlowContext } from "./model.ts";

type WelcomeBack = NonNullable<ChatbotSettings["welcome_back_messages"]>[number];
type Words = { texts: readonly string[]; options: readonly string[]; hard: boolean; welcomed: boolean };

const silence: Words = { texts: [], options: [], hard: false, welcomed: false };

/** The rule for the longest absence that has passed; a hard one before a soft one. */
function ruleFor(rules: readonly WelcomeBack[], channel: string, minutes: number): WelcomeBack | undefined {
  return rules
    .filter((rule) => rule.enabled && rule.fire_after > 0 && minutes >= rule.fire_after)
    .filter((rule) => ["", "*", channel].includes(rule.channel.toUpperCase().replace(/^WEB$/, "WEBSITE")))
    .sort((a, b) => b.fire_after - a.fire_after || a.type.localeCompare(b.type))[0];
}

/** What the bot says to a visitor who comes back after a while, or to a closed conversation. */
export function returnWords({ settings, since, state, channel = "WEBSITE" }: FlowContext): Words {
  const rule = ruleFor(settings.welcome_back_messages ?? [], channel, since?.silentMinutes ?? 0);
  if (rule) {
    const wanted = since?.intervened ? "INTERVENED" : state.ended ? "END" : "DEFAULT";
    const message =
      rule.messages.find(({ type }) => type === wanted) ?? rule.messages.find(({ type }) => type === "DEFAULT");
    const hard = rule.type === "HARD_WELCOME_BACK";
    return { texts: message?.text ?? [], options: message?.response_options ?? [], hard, welcomed: true };
  }
  if (!since?.reopened) return silence;
  return { ...silence, texts: [settings.special_messages?.restart_conversation ?? []].flat() };
}
