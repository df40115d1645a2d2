import { AppError } from "#server/base/errors.ts";
import type { ReachableContact } from "#server/contacts/reaching.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { masksOf } from "#server/core/rights.ts";
import { prisma } from "#server/db/prisma.ts";
import type { Sender } from "#server/messages/gate.ts";
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

/** Who gets it, as far as the sender may know who that is. */
function recipientOf(
  { actor }: Context,
  { channelId }: TemplateRow,
  { contact, conversation, phone }: Target,
  person: ReachableContact | null,
) {
  // Who is shown people masked does not learn whose a number is (W11).
  const named = contact || masksOf(actor).length === 0 ? person : null;
  return {
    channelId,
    contactId: named?.id ?? conversation?.contactId ?? null,
    destination: phone,
    name: named?.name ?? conversation?.visitorName ?? "",
  };
}

function senderOf(context: Context, { byHand, aside }: Manner): Sender {
  const { actor } = context;
  const self = { fromType: "user", type: "user", id: actor.userId ?? actor.id, name: actor.name } as const;
  // A rule sends as what it is, and takes nothing over.
  const sender = byHand && actor.type !== "robot" ? self : automaticSender(context);
  return aside ? { ...sender, aside: true } : sender;
}

async function insertMessage(
  { actor, now }: Context,
  template: TemplateRow,
  to: ReturnType<typeof recipientOf>,
  filling: Filling,
): Promise<TemplateMessageRow> {
  const [message] = await insertTemplateMessages(actor, now, [
    {
      ...to,
      ...filling,
      campaignId: null,
      templateId: template.id,
      recipientKey: null,
      status: "enqueued",
      failureCode: null,
      failureReason: null,
    },
  ]);
  if (!message) throw new AppError("internal_error");
  return message;
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
  manner: Manner,
): Promise<TemplateMessageRow> {
  const { contact, conversation, phone } = target;
  const { clientMessageId, aside } = manner;
  const person = contact ?? (await contactAt(context.actor, phone));
  const to = recipientOf(context, template, target, person);
  const ownPlaceOf = (always: boolean) => ownPlace(context, to, contact ? "contactId" : "destination", always);
  const known = conversation ?? (clientMessageId ? await ownPlaceOf(true) : undefined);
  const first = known && (await repeated(known, clientMessageId));
  if (first) return templateMessageOf(first);
  await refuseOptedOut(template, person, phone);
  const message = await insertMessage(context, template, to, filling);
  const opened = await openMessage(context, template, message, {
    sender: senderOf(context, manner),
    conversation: known ?? (await ownPlaceOf(false)),
    message: { clientMessageId: clientMessageId ?? null, ...(aside ? { extra: aside } : {}) },
  });
  context.emit({ type: "template/sending", channelId: template.channelId, data: { id: message.id } });
  return opened;
}
