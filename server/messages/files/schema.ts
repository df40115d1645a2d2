import { z } from "zod";
import { dateOut } from "#server/core/fields.ts";
import { fileKinds } from "#server/uploads/choices.ts";

export const filesInput = z
  .object({
    conversationId: z.string().optional(),
    contactId: z.string().optional(),
    cursor: z.string().optional().meta({ description: "Id of a message: only files of earlier ones." }),
  })
  .refine(({ conversationId, contactId }) => (conversationId === undefined) !== (contactId === undefined), {
    message: "Give either conversationId or contactId.",
    path: ["conversationId"],
    params: { code: "required" },
  });

const messageFileSchema = z
  .object({
    messageId: z.string(),
    conversationId: z.string(),
    seq: z.int().meta({ description: "Of the message, in its conversation." }),
    fromType: z.enum(["user", "robot", "visitor", "system"]),
    userName: z.string().meta({ description: "Who sent it." }),
    kind: z.enum(fileKinds),
    name: z.string().meta({ description: "What it is called; of a picture, its caption." }),
    contentType: z.string().meta({ description: "Empty: not known." }),
    size: z.int().meta({ description: "In bytes; 0: not known." }),
    url: z.string(),
    createdAt: dateOut,
  })
  .meta({ id: "MessageFile", description: "A file that hangs on a message." });

export type MessageFile = z.infer<typeof messageFileSchema>;

export const filesSchema = z.object({
  files: z.array(messageFileSchema).meta({ description: "Newest first." }),
  before: z.string().nullable().meta({ description: "Where the next part begins; null: there is no more." }),
});
