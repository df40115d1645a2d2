import { z } from "zod";
import { lockConversation } from "#server/conversations/access.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { type ContactLink, conversationIdInput, conversationSchema } from "#server/conversations/schema.ts";
import { viewConversation } from "#server/conversations/viewing.ts";
import { Work } from "#server/conversations/work.ts";
import { command } from "#server/core/operation.ts";
import { type ContactContext, saveContact } from "../saving.ts";
import { matchingSettings } from "../settings.ts";
import { linkTo } from "./claims.ts";
import { capturedOf, create, filling, link, lockById } from "./identity.ts";

const nothing = { name: "", email: "", phone: "", customFields: {} };

/** The claimed contact is the visitor's: what was typed fills what it lacks, and whoever sees the one sees the other. */
async function settle(context: ContactContext, work: Work, how: ContactLink): Promise<ConversationRow> {
  const { actor } = context;
  const contact = await lockById(actor, work.row.contactId);
  work.set({ contactLink: how });
  work.updated({ contactLink: { before: "claimed", after: how } });
  const { row } = await work.commit();
  if (contact) {
    const captured = capturedOf(nothing, row, await matchingSettings(actor));
    await saveContact(context, contact, filling(contact, captured));
  }
  return row;
}

/** POST /v1/conversations/{conversationId}/confirm-contact (D10). Without a claim nothing changes. */
export const confirmContact = command({
  name: "conversations.confirmContact",
  access: "clients_write",
  input: conversationIdInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const work = new Work(context, await lockConversation(actor, input.conversationId, "clients_write"));
    if (work.row.contactLink !== "claimed") return viewConversation(work.row);
    return viewConversation(await settle(context, work, "confirmed"));
  },
});

/** POST /v1/conversations/{conversationId}/separate-contact (D10): the visitor is somebody else, with a contact of its own. */
export const separateContact = command({
  name: "conversations.separateContact",
  access: "clients_write",
  input: conversationIdInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const work = new Work(context, await lockConversation(actor, input.conversationId, "clients_write"));
    if (work.row.contactLink !== "claimed") return viewConversation(work.row);
    const captured = capturedOf(nothing, work.row, await matchingSettings(actor));
    work.set({ contactId: null, contactLink: "separate" });
    work.updated({ contactLink: { before: "claimed", after: "separate" } });
    if (captured.name || captured.email || captured.phone) {
      link(work, await create(context, work.row, captured, work.row.channel), "separate");
    }
    return viewConversation((await work.commit()).row);
  },
});

/** The identity of the conversation's visitor has just been proven: a claim that it bears out is one no longer. */
export const proveContact = command({
  name: "contacts.prove",
  access: "system",
  input: conversationIdInput,
  output: z.object({ proven: z.boolean() }),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const work = new Work(context, await lockConversation(actor, input.conversationId, "chat_talk"));
    const contact = work.row.contactLink === "claimed" ? await lockById(actor, work.row.contactId) : undefined;
    if (!contact || (await linkTo(actor, work.row, contact)) !== "proven") return { proven: false };
    await settle(context, work, "proven");
    return { proven: true };
  },
});
