import { AppError } from "#server/base/errors.ts";
import type { ReachableContact } from "#server/contacts/reaching.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { masksOf } from "#server/core/rights.ts";
import { prisma } from "#server/db/prisma.ts";
import type { MessageRow } from "#server/messages/row.ts";
import type { MessageExtra } from "#server/messages/schema.ts";
import { repeated } from "#server/messages/sending.ts";
import type { TemplateRow } from "../access.ts";
import type { Media, Variables } from "../schema.ts";
import { refuseOptedOut } from "../targeting.ts";
import { automaticSender, openMessage } from "./opening.ts";
import { contactAt, ownPlace } from "./reaching.ts";
import { insertTemplateMessages, type TemplateMessageRow, viewTemplateMessage } from "./template-messages.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

export type Target = { phone: string; contact: ReachableContact | null; conversation: ConversationRow | null };
type Filling = { variables: Variables; media: Media | null };

/** Who sends it and how: by a person's hand, under an id of its own, into a conversation that stays closed. */
type Manner = { byHand: boolean; clientMessageId?: string | undefined; aside?: MessageExtra };

export async function sendOne(
  context: Context,
  template: TemplateRow,
  target: Target,
  filling: Filling,
  manner: Manner,
) {
  const opened = await dispatch(context, template, target, filling, manner);
  return {
    ...viewTemplateMessage(opened),
    templateId: String(template.number),
    conversationId: opened.conversationId ?? "",
    messageId: opened.messageId ?? "",
  };
}

/** What stands behind a message of a conversation that was sent as a template. */
async function templateMessageOf({ companyId, id, template }: MessageRow): Promise<TemplateMessageRow> {
  const number = Number(template?.eventId ?? 0);
  const found = await prisma.campaignMessage.findFirst({ where: { companyId, number, messageId: id } });
  if (found) return found;
  throw new AppError("already_exists", { message: "Another message of this conversation has this clientMessageId." });
}

/**
 * One template message to one person: stored with its conversation, handed to the platform by a job. What was sent
 * under the same id already is answered as it was.
 */
export async function dispatch(
  context: Context,
  template: TemplateRow,
  target: Target,
  filling: Filling,
  { byHand, clientMessageId, aside }: Manner,
): Promise<TemplateMessageRow> {
  const { actor, now } = context;
  const { contact, conversation, phone } = target;
  const person = contact ?? (await contactAt(actor, phone));
  // Who is shown people masked does not learn whose a number is (W11).
  const named = contact || masksOf(actor).length === 0 ? person : null;
  const to = {
    channelId: template.channelId,
    contactId: named?.id ?? conversation?.contactId ?? null,
    destination: phone,
    name: named?.name ?? conversation?.visitorName ?? "",
  };
  const ownPlaceOf = (always: boolean) => ownPlace(context, to, contact ? "contactId" : "destination", always);
  const known = conversation ?? (clientMessageId ? await ownPlaceOf(true) : undefined);
  const first = known && (await repeated(known, clientMessageId));
  if (first) return templateMessageOf(first);
  await refuseOptedOut(template, person, phone);
  const [message] = await insertTemplateMessages(actor, now, [
    {
      ...{ ...to, ...filling, campaignId: null, templateId: template.id, recipientKey: null },
      ...{ status: "enqueued", failureCode: null, failureReason: null },
    },
  ]);
  if (!message) throw new AppError("internal_error");
  const self = { fromType: "user", type: "user", id: actor.userId ?? actor.id, name: actor.name } as const;
  // A rule sends as what it is, and takes nothing over.
  const sender = byHand && actor.type !== "robot" ? self : automaticSender(context);
  const from = aside ? { ...sender, aside: true } : sender;
  const place = known ?? (await ownPlaceOf(false));
  const borne = { clientMessageId: clientMessageId ?? null, ...(aside ? { extra: aside } : {}) };
  const opened = await openMessage(context, template, message, from, place, borne);
  context.emit({ type: "template/sending", channelId: template.channelId, data: { id: message.id } });
  return opened;
}
