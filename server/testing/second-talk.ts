import { createChannel } from "#server/channels/creating.ts";
import { readContact } from "#server/contacts/list/listing.ts";
import { assign } from "#server/conversations/assigning.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { confirmContact } from "#server/conversations/linking/claiming.ts";
import { createConversation } from "#server/conversations/opening/creating.ts";
import { switchChatbot } from "#server/conversations/switching.ts";
import { systemActor } from "#server/core/actor.ts";
import type { Given } from "#server/core/operation.ts";
import { createTemplate } from "#server/templates/creating.ts";
import { recordSubmission } from "#server/templates/submitting.ts";
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

/** Another WhatsApp number, with a template that may be sent to the one who is talked with there. */
export async function templateTalk({ admin }: Pick<TestCompany, "admin">): Promise<Given> {
  const { companyId } = admin;
  const channel = await createChannel.execute(admin, { type: "WHATSAPP_API", label: "Second", sandbox: true });
  const components = [{ type: "BODY", text: "Hello {{1}}, we have an answer." }];
  const words = { name: "answer_ready", language: "en_US", category: "UTILITY" as const, components };
  const template = await createTemplate.execute(admin, { channelId: channel.id, ...words });
  await recordSubmission.execute(systemActor(companyId), {
    ...{ templateId: template.id, externalId: `8${template.id}`, status: "APPROVED" },
  });
  const from = "5491155550188";
  const about = { channelId: channel.id, companyId, channel: "WHATSAPP" as const, from };
  const { id } = await createConversation.execute(admin, about);
  return { templatedConversationId: id, ownTemplateId: String(template.id) };
}
