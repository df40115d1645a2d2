import { readContact } from "#server/contacts/list/listing.ts";
import { assign } from "#server/conversations/assigning.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { confirmContact } from "#server/conversations/linking/claiming.ts";
import { switchChatbot } from "#server/conversations/switching.ts";
import { systemActor } from "#server/core/actor.ts";
import { startConversation } from "#server/visitors/starting.ts";
import type { TestCompany } from "./company.ts";

/** Another conversation of the furnished visitor with the same contact; answers its id. */
export async function secondTalk({ companyId, admin, visitor, given }: TestCompany): Promise<string> {
  const message = { body: "One more thing", clientMessageId: `second-${Date.now()}` };
  const { id: conversationId } = (await startConversation.execute(visitor, { message })).conversation;
  await switchChatbot.execute(admin, { conversationId, chatbotState: "OFF" });
  await assign.execute(admin, { conversationId, assignedTo: admin.userId });
  const { email } = await readContact.execute(admin, { contactId: given.contactId ?? "" });
  await captureContact.execute(systemActor(companyId), { conversationId, email });
  await confirmContact.execute(admin, { conversationId });
  return conversationId;
}
