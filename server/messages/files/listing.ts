import { isId } from "#server/base/ids.ts";
import { readableContact } from "#server/contacts/access.sql.ts";
import { idsOfContacts, readableConversation, readableConversations } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { kindOfType } from "#server/uploads/choices.ts";
import { presentUrl } from "#server/uploads/storage.ts";
import { type MessageRow, withUrls } from "../row.ts";
import { messagesWithFiles } from "./files.sql.ts";
import { filesInput, filesSchema, type MessageFile } from "./schema.ts";

const batch = 100;

type Kind = MessageFile["kind"];

/** Without a stored file it is what its message is; on a text it is the picture in the head of a template. */
function kindOf(type: MessageRow["type"], contentType: string): Kind {
  if (contentType !== "") return kindOfType(contentType);
  if (type === "video" || type === "audio") return type;
  return type === "image" || type === "text/plain" ? "image" : "file";
}

function filesOf(row: MessageRow) {
  const message = withUrls(row, presentUrl);
  const { id: messageId, conversationId, seq, fromType, senderName: userName, type, createdAt, extra } = message;
  if (extra?.deleted) return [];
  return message.attachments
    .filter(({ image_url }) => image_url !== "")
    .map(({ image_url: url, title, text }) => {
      const known = extra?.files?.find((file) => file.url === url);
      const { contentType = "", size = 0 } = known ?? {};
      const kind = kindOf(type, contentType);
      const name = known?.name ?? (kind === "image" ? text : title);
      return { messageId, conversationId, seq, fromType, userName, kind, name, contentType, size, url, createdAt };
    });
}

async function conversationsOf(
  actor: Actor,
  given: { conversationId?: string | undefined; contactId?: string | undefined },
) {
  if (given.conversationId !== undefined) return [(await readableConversation(actor, given.conversationId)).id];
  const contact = await readableContact(actor, given.contactId ?? "");
  const all = await idsOfContacts(actor.companyId, [contact.id]);
  return (await readableConversations(actor, all)).map(({ id }) => id);
}

/** Pictures, sounds, films and other files of one conversation or of a contact: the gallery of screens (W2). */
export const listFiles = query({
  name: "messages.files",
  access: "clients_read",
  input: filesInput,
  output: filesSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input }) {
    const conversationIds = await conversationsOf(actor, input);
    const before = isId(input.cursor ?? "") ? input.cursor : undefined;
    const { companyId } = actor;
    const found = await messagesWithFiles({ companyId, conversationIds, before, limit: batch + 1 });
    const shown = found.slice(0, batch);
    return {
      files: shown.flatMap(filesOf),
      before: found.length > batch ? (shown.at(-1)?.id ?? null) : null,
    };
  },
});
