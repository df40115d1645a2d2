import type { ConversationRow } from "#server/conversations/row.ts";
import { systemActor } from "#server/core/actor.ts";
import { Listeners } from "#server/core/listeners.ts";
import { prisma } from "#server/db/prisma.ts";
import type { Content, Sender } from "./gate.ts";
import type { MessageRow } from "./row.ts";
import type { MessageExtra } from "./schema.ts";
import { messageById } from "./status/delivery-status.ts";

/** What a visitor says to a held conversation; `message`: it was an answer to a question, and has been written. */
export type Answering = {
  conversation: ConversationRow;
  sender: Sender;
  content: Content;
  /** The message whose option was tapped. */
  tapped: string | null;
  message: MessageRow | undefined;
};

/** A visitor writes into a closed conversation, or taps an option: it may be an answer and nothing more. */
export const visitorsAnswering = new Listeners<Answering>("answers of visitors");

/** How a survey stands, on the message that asks. */
export async function noteSurvey(
  { companyId }: Pick<MessageRow, "companyId">,
  id: string,
  survey: NonNullable<MessageExtra["survey"]>,
): Promise<void> {
  const found = await messageById({ actor: systemActor(companyId) }, id);
  const extra = { ...found?.extra, survey };
  await prisma.message.updateMany({ where: { companyId, id }, data: { extra } });
}
