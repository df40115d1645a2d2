import type { ConversationRow } from "#server/conversations/row.ts";
import type { CommandContext } from "#server/core/operation.ts";
import type { Said } from "#server/messages/said.sql.ts";
import type { ServingChatbot } from "../access.ts";
import type { FlowContext } from "../flow/engine.ts";
import { type Plan, planCalls, planFurther } from "../flow/fulfillment-planning.ts";
import { type AppliedReply, recordTurn } from "../fulfillment/applying.ts";
import { failedCall, fulfillmentTimeoutMs } from "../fulfillment/calling.ts";
import { buildRequest } from "../fulfillment/requesting.ts";
import { type Asking, nothingEarlier, type TurnReply } from "../fulfillment/schema.ts";
import { beginWait } from "../fulfillment/waiting.ts";
import { incomingOf } from "./reading.ts";

export type Asker = {
  context: Pick<CommandContext<unknown>, "now" | "emit">;
  conversation: ConversationRow;
  chatbot: ServingChatbot;
  off: boolean;
};

/** Less than this is no time to ask anybody. */
const leastMs = 100;

type How = Pick<Asking, "until" | "earlier">;

async function ask(turn: Asker, moment: FlowContext, said: Said, plan: Plan, how: How): Promise<Asking> {
  const { context, conversation, chatbot } = turn;
  const request = await buildRequest({
    conversation,
    plan,
    country: moment.country,
    message: said,
    tries: moment.state.tries,
    chatbot: { name: moment.settings.chatbotName || chatbot.title },
  });
  const asking: Asking = {
    conversationId: conversation.id,
    seq: said.seq,
    startedAt: context.now,
    calls: plan.calls,
    request,
    chatbot: { id: chatbot.id, name: chatbot.title },
    ...how,
  };
  await beginWait(conversation.companyId, asking);
  return asking;
}

/** Asks the endpoints about a message, where there are any: the turn goes on when they have replied. */
export async function askFirst(turn: Asker, moment: FlowContext, said: Said): Promise<Asking | null> {
  const plan = planCalls(moment, incomingOf(said), turn.off);
  if (plan.calls.length === 0) return null;
  const until = new Date(turn.context.now.getTime() + fulfillmentTimeoutMs);
  return ask(turn, moment, said, plan, { until, earlier: nothingEarlier });
}

type Further = { asking: Asking | null; missed: AppliedReply["results"] };

/**
 * Asks the next endpoint that the answers so far have led to, as long as the turn has time: all its calls share the 8
 * seconds (I2). `missed`: those for which there was none.
 */
export async function askFurther(
  turn: Asker,
  moment: FlowContext,
  said: Said,
  { reply, applied }: { reply: TurnReply; applied: AppliedReply },
): Promise<Further> {
  const { context, conversation, chatbot } = turn;
  if (applied.silenced || reply.chatbotId !== chatbot.id) return { asking: null, missed: [] };
  const asked = [...reply.earlier.asked, ...reply.results.map(({ call }) => call.nodeName)];
  const plan = planFurther({ ...moment, answers: applied.answers }, incomingOf(said), asked);
  const calls = plan.calls.slice(0, 1);
  if (calls.length === 0) return { asking: null, missed: [] };
  if (reply.until.getTime() - context.now.getTime() < leastMs) {
    const late = "The time of the turn was over before it could be called.";
    return { asking: null, missed: plan.calls.map((call) => ({ ...failedCall(call, "timeout", late), won: false })) };
  }
  const [before, after] = [moment.state.slots, plan.slots];
  await recordTurn(context, conversation, { reply, results: applied.results, before, after });
  const earlier = { answers: [...applied.answers], asked };
  return { asking: await ask(turn, moment, said, { ...plan, calls }, { until: reply.until, earlier }), missed: [] };
}
