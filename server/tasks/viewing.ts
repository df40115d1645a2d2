import type { z } from "zod";
import { readableContacts } from "#server/contacts/access.sql.ts";
import { readableConversations } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import type { EventData } from "#server/core/events/table.ts";
import type { Task as TaskRow } from "#server/db/generated/client.ts";
import type { taskSchema } from "./schema.ts";

type Viewed = z.input<typeof taskSchema>;

const given = (id: string | null): id is string => id !== null;

/** The tasks with the names of whom they are about, as far as the actor may see those. */
export async function viewTasks(actor: Actor, tasks: readonly TaskRow[]): Promise<Viewed[]> {
  const conversations = await readableConversations(actor, tasks.map((one) => one.conversationId).filter(given));
  const contacts = await readableContacts(actor, tasks.map((one) => one.contactId).filter(given));
  const names = new Map([
    ...conversations.map(({ id, visitorName, visitorPhone }) => [id, visitorName || visitorPhone] as const),
    ...contacts.map(({ id, name, email, phone }) => [id, name || email || phone] as const),
  ]);
  return tasks.map((task) => {
    const { companyId: _company, toldAt: _told, ...shown } = task;
    const about = names.get(task.contactId ?? "") || names.get(task.conversationId ?? "") || "";
    return { ...shown, about, done: task.doneAt !== null };
  });
}

export async function viewTask(actor: Actor, task: TaskRow): Promise<Viewed> {
  const [viewed] = await viewTasks(actor, [task]);
  if (!viewed) throw new Error("one task gives one view");
  return viewed;
}

/** The data of task/due. */
export function eventTask(task: TaskRow, websiteId: string): EventData<"task/due"> {
  const { id, companyId, title, dueAt, assignedTo, conversationId, contactId, createdAt } = task;
  return {
    id,
    companyId,
    websiteId,
    title,
    assignedTo,
    dueAt: (dueAt ?? createdAt).toISOString(),
    conversationId: conversationId ?? "",
    contactId: contactId ?? "",
    createdAt: createdAt.toISOString(),
  };
}
