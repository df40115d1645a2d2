import { invalidField } from "#server/base/errors.ts";
import { readableContact, readableContacts } from "#server/contacts/access.sql.ts";
import { countConversationsOf } from "#server/conversations/linking/handing.sql.ts";
import { query } from "#server/core/operation.ts";
import { countNotesOf } from "#server/notes/belonging.ts";
import { countTasksOf } from "#server/tasks/moving.ts";
import { countMessagesTo } from "#server/templates/messages/handing.ts";
import { mergePreviewSchema, previewMergeInput } from "./schema.ts";

/** GET /v1/contacts/{contactId}/merge-preview: what would move, so that a person can judge before they confirm. */
export const previewMerge = query({
  name: "merges.preview",
  access: "clients_read",
  input: previewMergeInput,
  output: mergePreviewSchema,
  example: (given) => ({ contactId: given.contactId ?? "", loserId: given.otherContactId ?? "" }),
  async run({ actor, input }) {
    const { companyId } = actor;
    await readableContact(actor, input.contactId);
    const [loser] = await readableContacts(actor, [input.loserId]);
    if (!loser) throw invalidField("loserId", "No such contact.", "unknown_reference");
    const { id } = loser;
    return {
      conversations: await countConversationsOf(companyId, id),
      notes: await countNotesOf(companyId, id),
      tasks: await countTasksOf(companyId, id),
      templateMessages: await countMessagesTo(companyId, id),
    };
  },
});
