import { isId } from "#server/base/ids.ts";
import type { PlatformChange, StatusReport, VisitorWrote } from "#server/channels/inbound/listeners.ts";
import { momentIn, objectIn, textIn } from "#server/channels/inbound/lossless.ts";
import { findAddress } from "#server/channels/outbound/addressing.sql.ts";
import { contactOfUser, numberIn } from "#server/channels/outbound/addressing.ts";
import { choiceOf } from "#server/channels/outbound/texts.ts";
import { noteOptOut } from "#server/contacts/opting-out.ts";
import type { ListenerContext } from "#server/core/listeners.ts";
import { lastTeamMessage } from "#server/messages/external.sql.ts";
import { templateCategories } from "./choices.ts";
import { applyPlatform, askForList, type Decision } from "./deciding.ts";
import { applyStatus, markAnswered } from "./messages/status-moves.ts";

// Reactions of templates and campaigns to what arrives on channels, inside the transaction that stores it
// (server/listeners.ts).

/** A status moves the template message it is about: by the platform's id, or by what went out with it. */
export async function followStatus(context: ListenerContext, report: StatusReport): Promise<void> {
  const { externalId, callbackData, status, at, code, reason } = report;
  const which = { channelId: report.channelId, externalId, messageId: isId(callbackData) ? callbackData : undefined };
  await applyStatus(context, which, { status, at, externalId, code, reason });
}

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");

/** Whether a whole message asks to be left alone, or to be written to again. */
export function wishOf(text: string): "out" | "in" | null {
  if (text.length > 40) return null;
  const word = plain(text);
  if (["stop", "baja", "salir", "unsubscribe", "sair", "parar"].includes(word)) return "out";
  return ["start", "alta", "volver", "voltar"].includes(word) ? "in" : null;
}

/**
 * Whether it is an option that a bot or colleague offered, tapped, or typed where they were offered last: "Baja" may be
 * the name of a department. A template's button of that name is there for opting out.
 */
async function choseOption({ actor }: ListenerContext, wrote: VisitorWrote): Promise<boolean> {
  const { conversationId, text, choice } = wrote;
  if (choice && choiceOf(choice)) return true;
  const asked = await lastTeamMessage(actor, conversationId);
  if (asked?.template) return false;
  return asked?.responseOptions.some((option) => plain(option) === plain(text)) ?? false;
}

/** A visitor has answered a template message, or says that they want no more of them. */
export async function followVisitorMessage(context: ListenerContext, wrote: VisitorWrote): Promise<void> {
  await markAnswered(context, wrote, wrote.at);
  const wish = wishOf(wrote.text);
  if (!wish || (await choseOption(context, wrote))) return;
  const address = await findAddress(context.actor.companyId, wrote.conversationId);
  const addresses = address?.channel === "WHATSAPP" ? [address.visitorId] : [];
  await noteOptOut(context, { contactId: wrote.contactId, addresses }, wish === "out", "word", wrote.at);
}

type Value = Record<string, unknown>;

const text = (value: unknown) => {
  const found = textIn(value);
  return found === "" ? undefined : found.slice(0, 2000);
};

function categoryOf(value: unknown): Decision["category"] {
  return templateCategories.find((one) => one === value);
}

/** A template webhook (channels.md 2.5) as a decision; undefined: not about a template. */
function decisionOf(field: string, value: Value): Decision | undefined {
  const about = {
    externalId: text(value.message_template_id),
    name: textIn(value.message_template_name),
    language: textIn(value.message_template_language),
  };
  if (field === "message_template_status_update") {
    const info = objectIn(value.rejection_info);
    const other = objectIn(value.other_info);
    const code = text(value.reason);
    return {
      ...about,
      status: textIn(value.event),
      category: categoryOf(value.message_template_category),
      code: code === "NONE" ? null : (code ?? text(other.title) ?? null),
      reason: text(info.reason) ?? text(other.description) ?? null,
      advice: text(info.recommendation) ?? null,
    };
  }
  if (field === "message_template_quality_update") return { ...about, quality: textIn(value.new_quality_score) };
  if (field === "template_category_update") return { ...about, category: categoryOf(value.new_category) };
  return undefined;
}

/** What the platform decides of templates, and what people tell it of marketing. */
export async function followPlatformChange(context: ListenerContext, change: PlatformChange): Promise<void> {
  const { channelId, field, value, at } = change;
  const decision = decisionOf(field, value);
  if (decision) await applyPlatform.execute(context.actor, { channelId, decisions: [decision], at });
  // It tells the words without the buttons' links and samples: the list has all of it.
  if (field === "message_template_components_update") askForList(context, channelId);
  if (field !== "user_preferences") return;
  const preferences = Array.isArray(value.user_preferences) ? value.user_preferences : [];
  for (const preference of preferences.map(objectIn)) {
    const phone = numberIn(textIn(preference.wa_id));
    const userId = textIn(preference.user_id) || (phone ? "" : textIn(preference.wa_id));
    if (preference.category !== "marketing_messages") continue;
    const contactId = userId ? await contactOfUser(context.actor, channelId, userId) : undefined;
    const person = { contactId: contactId ?? null, addresses: [phone, userId].filter((address) => address !== "") };
    const since = momentIn(preference.timestamp, at);
    await noteOptOut(context, person, preference.value === "stop", "platform", since);
  }
}
