import { second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { settingsOf, storedSettings } from "#server/companies/access.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import type { Deed } from "#server/conversations/held.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { windowEnd } from "#server/conversations/viewing.ts";
import { systemActor } from "#server/core/actor.ts";
import type { Listener } from "#server/core/listeners.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import type { ScheduledMessage as ScheduledRow } from "#server/db/generated/client.ts";
import { afterCommit, later } from "#server/db/outside.ts";
import { replyInput } from "#server/messages/schema.ts";
import { humanAgentUntil, repeated, reply } from "#server/messages/sending.ts";
import { requireReachable, sendTemplate } from "#server/templates/sending.ts";
import { scheduledOf } from "./access.sql.ts";
import { clientIdOf, type Draft } from "./choices.ts";
import { schedule, viewScheduled } from "./scheduling.ts";
import { heldOrSentSchema, heldOrSentTemplateSchema, holdTemplateInput } from "./schema.ts";
import { sendHeld, sendNext } from "./sending.ts";

/** A clock's tick may round: the timer looks a little after the time. */
const afterMs = 20;

/** The stored time is what counts; this timer only spares people the second in which the leader would look. */
function wakeAt({ companyId, conversationId, sendAt }: ScheduledRow, now: Date): void {
  const actor = systemActor(companyId);
  const send = async () => {
    for (let more = true; more; ) more = (await sendNext.execute(actor, { conversationId })).more;
  };
  const wake = () => void send().catch((error: unknown) => log.warn({ error, conversationId }, "a held message waits"));
  afterCommit(() => later(wake, sendAt.getTime() - now.getTime() + afterMs).unref());
}

/** Nothing is kept back that could not leave once its time comes: it is refused, or goes, at once. */
async function mayWait(conversation: ConversationRow, until: Date): Promise<boolean> {
  const ends = windowEnd(conversation);
  if (conversation.status === "closed") return false;
  if (!ends || ends > until) return true;
  return ((await humanAgentUntil(conversation, until)) ?? ends) > until;
}

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

const heldIn = async ({ companyId, id }: ConversationRow) =>
  (await scheduledOf(companyId, id)).filter(({ held }) => held);

/** What its sender has sent under this id, and can still be undone: a repeat of it (F3). */
const heldAs = (waiting: readonly ScheduledRow[], clientMessageId: string | undefined) =>
  waiting.find(({ draft }) => clientMessageId && clientIdOf(draft) === clientMessageId);

async function hold(context: Context, conversation: ConversationRow, sendAt: Date, draft: Draft) {
  const row = await schedule(context, conversation, { sendAt, draft, cancelIf: [], held: true });
  wakeAt(row, context.now);
  return viewScheduled(row);
}

/** Until when it can be undone; undefined: it leaves at once. One after the other, also once the setting is shorter. */
async function heldUntil({ actor, now }: Context, waiting: readonly ScheduledRow[]): Promise<Date | undefined> {
  const { undoSendSeconds } = settingsOf(await storedSettings(actor));
  if (undoSendSeconds === 0 || actor.type !== "user") return undefined;
  const last = waiting.findLast(({ error }) => error === "")?.sendAt.getTime() ?? 0;
  return new Date(Math.max(now.getTime() + undoSendSeconds * second, last + 1));
}

/** A person answers from the inbox: for the seconds of the company's setting it can be undone (W8). */
export const replyHeld = command({
  name: "scheduled.reply",
  access: "chat_talk",
  input: replyInput,
  output: heldOrSentSchema,
  example: reply.example,
  async run(context) {
    const { actor, input } = context;
    const conversation = await lockConversation(actor, input.conversationId, "chat_talk");
    const waiting = await heldIn(conversation);
    const { conversationId: _in, ...message } = input;
    const { clientMessageId } = message;
    const again = heldAs(waiting, clientMessageId);
    if (again) return { held: viewScheduled(again), message: null };
    const sendAt = await heldUntil(context, waiting);
    const waits = sendAt && (await mayWait(conversation, sendAt)) && !(await repeated(conversation, clientMessageId));
    if (waits) return { held: await hold(context, conversation, sendAt, { message }), message: null };
    await sendHeld(context, conversation);
    return { held: null, message: await reply.execute(actor, input) };
  },
});

/** The same for a template that is sent in the composer: neither the window nor a closing holds it up. */
export const templateHeld = command({
  name: "scheduled.template",
  access: "chat_talk",
  input: holdTemplateInput,
  output: heldOrSentTemplateSchema,
  example: (given) => ({
    conversationId: given.templatedConversationId ?? given.conversationId ?? "",
    template: { templateId: Number(given.ownTemplateId ?? given.templateId ?? 1), variables: { "1": "Ana" } },
  }),
  async run(context) {
    const { actor, input } = context;
    const { template } = input;
    const conversation = await lockConversation(actor, input.conversationId, "chat_talk");
    const waiting = await heldIn(conversation);
    const again = heldAs(waiting, template.clientMessageId);
    if (again) return { held: viewScheduled(again), messageId: null };
    const first = await repeated(conversation, template.clientMessageId);
    if (first) return { held: null, messageId: first.id };
    const sendAt = await heldUntil(context, waiting);
    if (sendAt && !conversation.mergedIntoId) {
      await requireReachable(actor, conversation.id, template);
      return { held: await hold(context, conversation, sendAt, { template }), messageId: null };
    }
    const sent = await sendTemplate.execute(actor, { ...template, conversationId: conversation.id });
    return { held: null, messageId: sent.messageId };
  },
});

/** Listens to what people do next: what they sent before leaves before it. */
export const releaseHeld: Listener<Deed> = async (context, deed) => {
  if (await sendHeld(context, deed.conversation)) deed.moved = true;
};
