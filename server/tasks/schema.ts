import { z } from "zod";
import { booleanText, commaList, dateIn, dateOut, idField, ifMatchField } from "#server/core/fields.ts";
import { cursorInput, pageInput, pageOf } from "#server/core/page-fields.ts";
import { taskSorts } from "./choices.ts";

export const taskSchema = z
  .object({
    id: idField,
    title: z.string(),
    dueAt: dateOut.nullable().meta({ description: "When it is due, UTC; null: some time." }),
    assignedTo: z.string().nullable().meta({ description: "User id; null when it is nobody's." }),
    conversationId: z.string().nullable(),
    contactId: z.string().nullable(),
    about: z.string().meta({ description: "Name of the person it is about; empty where it is about nobody." }),
    done: z.boolean().meta({ description: "Whether it has been done." }),
    doneAt: dateOut.nullable().meta({ description: "When it was done; null while it is open." }),
    createdBy: z.string().meta({ description: "Id of a user or token, or system." }),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "Task", description: "What somebody has to do, about a conversation, a contact, or neither." });

export type Task = z.infer<typeof taskSchema>;
export const taskPage = pageOf(taskSchema);

const titleField = z.string().trim().min(1).max(255).meta({ description: "1 to 255 characters." });
const dueField = dateIn.nullable().meta({ description: "ISO 8601 with any offset; null: some time." });
const assigneeField = z
  .string()
  .max(64)
  .nullable()
  .meta({ description: "Id of a user with chat_talk; empty, null or UNASSIGNED: nobody." });

const subject = {
  conversationId: z.string().max(64).nullish().meta({ description: "The conversation it is about." }),
  contactId: z.string().max(64).nullish().meta({ description: "The contact it is about." }),
};
const shared = {
  dueAt: dueField.optional(),
  due: dueField.optional().meta({ description: "The same as dueAt." }),
  assignedTo: assigneeField.optional(),
  assignee: assigneeField.optional().meta({ description: "The same as assignedTo." }),
};

export const createTaskInput = z.object({
  title: titleField,
  ...shared,
  ...subject,
});

export const updateTaskInput = z.object({
  taskId: z.string(),
  title: titleField.optional(),
  ...shared,
  ...subject,
  done: z.boolean().optional().meta({ description: "false opens it again." }),
  ifMatch: ifMatchField,
});

export const taskIdInput = z.object({ taskId: z.string() });
export const deletedTaskSchema = z.object({ id: idField, deleted: z.literal(true) });

export const listTasksInput = z.object({
  done: booleanText.optional().meta({ description: "Only done ones, or only open ones." }),
  assignedTo: commaList.optional().meta({ description: "User ids, me, or UNASSIGNED; comma-separated." }),
  conversationId: z.string().max(64).optional(),
  contactId: z.string().max(64).optional().meta({ description: "About the contact or one of its conversations." }),
  dueFrom: dateIn.optional().meta({ description: "Due at this time or later." }),
  dueTo: dateIn.optional().meta({ description: "Due at this time or before." }),
  search: z.string().trim().max(200).optional().meta({ description: "Part of the title, ignoring case and accents." }),
  sort: z.enum(taskSorts).default("dueAt:asc").meta({ description: "Those without a time come last." }),
  ...pageInput,
  ...cursorInput,
});
export type TaskFilters = Omit<z.output<typeof listTasksInput>, "sort" | "limit" | "offset" | "page" | "cursor">;
