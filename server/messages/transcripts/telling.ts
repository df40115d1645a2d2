import { isolated } from "#i18n/isolating.ts";
import type { Actor } from "#server/core/actor.ts";
import { maskValue } from "#server/core/masking.ts";
import { masksOf } from "#server/core/rights.ts";
import type { MailLocale } from "#server/mail/choices.ts";
import type { Detail } from "#server/mail/composing.ts";
import { detailWord } from "#server/mail/words.ts";
import { listMessages } from "../listing.ts";
import type { Message } from "../schema.ts";
import { mostShown, mostTold } from "./schema.ts";

/** What the visitor has seen: no commands, no lines of the system, nothing that was deleted. Notes are no messages. */
const isTold = ({ type, fromType, extra, text, attachments }: Message) =>
  type !== "command" && fromType !== "system" && !extra?.deleted && (text !== "" || attachments.length > 0);

async function saidIn(actor: Actor, conversationId: string): Promise<Message[]> {
  const told: Message[] = [];
  for (let cursor: string | null | undefined; cursor !== null && told.length < mostTold; ) {
    const asked = { conversationId, order: "desc" as const, limit: 100, ...(cursor ? { cursor } : {}) };
    const { data, pagination } = await listMessages.execute(actor, asked);
    told.push(...data.filter(isTold));
    cursor = pagination.nextCursor;
  }
  return told.slice(0, mostTold).reverse();
}

/** Agents by their first name, as visitors know them (M4); who writes from another system has none. */
function labelOf({ fromType, senderType, userName }: Message): Detail["label"] {
  if (fromType === "visitor" || fromType === "robot") return fromType === "visitor" ? "visitor" : "bot";
  if (senderType === "externalOperator") return "team";
  const name = userName.trim().split(/\s+/)[0] ?? "";
  return name === "" ? "team" : { name };
}

/** Text, and names and addresses of files. */
function textOf({ text, attachments, type }: Message): string {
  const files = attachments.map(({ image_url: url }) => `[${type}] ${url}`);
  return [text, ...files].filter(Boolean).join("\n");
}

type Reader = { locale: MailLocale; timeZone: string };

/** The lines of the mail, and the file with all of them and their times. Masked as for who sends it. */
export async function tellConversation(actor: Actor, conversationId: string, { locale, timeZone }: Reader) {
  const said = maskValue(await saidIn(actor, conversationId), masksOf(actor));
  const written = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone });
  const lines = said.map((message) => ({ label: labelOf(message), text: textOf(message), at: message.createdAt }));
  const nameOf = (label: Detail["label"]) => (typeof label === "string" ? detailWord(label, locale) : label.name);
  const file = lines.map(
    ({ label, text, at }) => `${written.format(new Date(at))} · ${isolated(nameOf(label))}\n${text}\n`,
  );
  return {
    count: said.length,
    details: lines.slice(-mostShown).map(({ label, text }): Detail => ({ label, text })),
    text: file.join("\n"),
  };
}
