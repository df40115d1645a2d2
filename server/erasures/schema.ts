import { z } from "zod";
import { dateOut, idField } from "#server/core/fields.ts";
import { cursorInput, pageInput, pageOf } from "#server/core/page-fields.ts";

export const exportPersonInput = z.object({ contactId: z.string() });

export const exportedPersonSchema = z.object({
  name: z.string().meta({ description: "A name for the file." }),
  json: z.string().meta({ description: "The text of the file." }),
});

export const erasePersonInput = z.object({ contactId: z.string() });

export const erasureIdInput = z.object({ erasureId: z.string() });

const count = (what: string) => z.int().meta({ description: what });

export const erasureSchema = z
  .object({
    id: idField,
    contactId: z.uuid().meta({ description: "The id that the contact had. Nothing is found by it any more." }),
    requestedBy: z.string().meta({ description: "Name of the administrator or token." }),
    requestedAt: dateOut.meta({ description: "When contact and conversations were deleted." }),
    finishedAt: dateOut.nullable().meta({
      description:
        "When nothing spoke of the person any more: events, what webhooks were sent, mails, files. null: a webhook or a mail is still on its way, or a backup is being taken.",
    }),
    conversations: count("Conversations that were deleted."),
    messages: count("Messages in them."),
    notes: count("Notes about the contact and in the conversations."),
    tasks: count("Tasks about them."),
    files: count("Files in the conversations."),
    ratings: count("Ratings that they gave or were asked for."),
    events: count("Events that told of them; ids, times and kinds are left."),
  })
  .meta({ id: "Erasure", description: "The certificate that one person was erased. It names nobody." });
export type ErasureView = z.output<typeof erasureSchema>;

export const listErasuresInput = z.object({ ...pageInput, ...cursorInput });

export const listErasuresOutput = pageOf(erasureSchema).extend({
  nextCursor: z.string().nullable().meta({ description: "The same as pagination.nextCursor." }),
});
