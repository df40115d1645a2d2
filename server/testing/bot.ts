import { newId } from "#server/base/ids.ts";
import { settleCalls } from "#server/chatbots/fulfillment/caller.ts";
import { chatbotTasks } from "#server/chatbots/jobs.ts";
import { systemPool } from "#server/db/system.ts";

type Row = { id: string; fromType: string; text: string; type: string; responseOptions: string[] };

/** Hands one message of a visitor to the bot, as the relay does. Its calls of endpoints may go on afterwards. */
export async function botHears(companyId: string, conversationId: string, messageId: string): Promise<void> {
  const event = { companyId, eventId: newId(), type: "conversation/message", contactId: null };
  const task = chatbotTasks.find(({ name }) => name === "bot.turn");
  await task?.perform({ ...event, conversationId, messageId });
}

/** Hands every message of a visitor to the bot, each one twice, and waits for whatever it asks endpoints. */
export async function botRuns(companyId: string, conversationId: string): Promise<void> {
  const { rows } = await systemPool().query<Row>(
    `select "id" from messages where "conversationId" = $1 and "fromType" = 'visitor' order by "seq"`,
    [conversationId],
  );
  for (const { id } of rows) for (const _ of [1, 2]) await botHears(companyId, conversationId, id);
  await settleCalls(20_000);
}

/** What was said in a conversation, as "robot: Hello". */
export async function said(conversationId: string): Promise<string[]> {
  const { rows } = await systemPool().query<Row>(
    `select * from messages where "conversationId" = $1 and "type" <> 'command' order by "seq"`,
    [conversationId],
  );
  return rows.map(({ fromType, text }) => `${fromType}: ${text}`);
}
