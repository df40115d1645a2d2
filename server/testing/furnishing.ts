import { captureContact } from "#server/contacts/identity.ts";
import { addNote } from "#server/conversations/noting.ts";
import { addTag } from "#server/conversations/tagging.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import type { Given } from "#server/core/operation.ts";
import { reply } from "#server/messages/sending.ts";
import { createContactNote } from "#server/notes/writing.ts";
import { startSession } from "#server/visitors/sessions.ts";
import { startConversation } from "#server/visitors/starting.ts";

/** A word in every text of the furnished conversation and contact: whoever reads it has seen them. */
export const secretWord = "quokka";

export type Made = { companyId: string; userId: string; phaseIds: string[]; channelId: string; chatbotId: string };

async function visit(companyId: string, channelId: string): Promise<Actor> {
  const session = await startSession.execute(systemActor(companyId), { channelId });
  const { sessionId, visitorId } = session;
  return {
    type: "visitor",
    companyId,
    id: visitorId,
    userId: null,
    name: "Visitor",
    permissions: new Set(),
    seesUnassigned: false,
    visitor: { sessionId, channelId, visitorId },
  };
}

/** One of everything that operations name, made by the operations themselves; the admin holds it all. */
export async function furnish(admin: Actor, made: Made): Promise<{ given: Given; visitor: Actor }> {
  const { companyId, channelId, chatbotId, phaseIds } = made;
  const visitor = await visit(companyId, channelId);
  const { conversation } = await startConversation.execute(visitor, {
    message: { body: `Good morning from the ${secretWord}`, clientMessageId: "furnished-1" },
  });
  const conversationId = conversation.id;
  const captured = await captureContact.execute(systemActor(companyId), {
    conversationId,
    name: `Quentin ${secretWord}`,
    email: `${secretWord}.${companyId}@example.com`,
  });
  const contactId = captured.contactId ?? "";
  const answer = await reply.execute(admin, { conversationId, body: `How can I help the ${secretWord}?` });
  await addTag.execute(admin, { conversationId, tag: secretWord });
  const conversationNote = await addNote.execute(admin, { conversationId, message: `About the ${secretWord}` });
  const note = await createContactNote.execute(admin, { contactId, message: `The ${secretWord} called` });
  const given = {
    companyId,
    userId: made.userId,
    channelId,
    chatbotId,
    contactId,
    noteId: note.id,
    conversationId,
    conversationNoteId: conversationNote.id,
    messageId: answer.id,
    sessionId: visitor.visitor?.sessionId ?? "",
    phaseId: phaseIds[1] ?? "",
    emptyPhaseId: phaseIds[3] ?? "",
  };
  return { given, visitor };
}
