import { day, hour } from "#server/base/clock.ts";
import { listConversations } from "#server/conversations/list/listing.ts";
import type { Actor } from "#server/core/actor.ts";
import { createScheduled } from "#server/scheduled/scheduling.ts";
import { createTask } from "#server/tasks/writing.ts";

/** What is still to be done, by when; undefined: some day. What is overdue is told to its assignee at the start. */
const tasks: readonly (readonly [title: string, inMs: number | undefined])[] = [
  ["Send the quote for the gravel bike", -20 * hour],
  ["Call back about the repair", 2 * hour],
  ["Ask whether the new frame fits", 3 * day],
  ["Tell them about the spring sale", undefined],
];

const words = "Hi, just checking in: did everything arrive in good order?";

/** Next steps of the administrator, about conversations of theirs, and a message that waits for its time. */
export async function seedPlanned(admin: Actor, at: Date): Promise<void> {
  const query = { assignedTo: [admin.id], channel: ["WEB" as const], open: true, sort: "createdAt:asc", limit: 5 };
  const { data } = await listConversations.execute(admin, query);
  for (const [index, [title, inMs]] of tasks.entries()) {
    const dueAt = inMs === undefined ? null : new Date(at.getTime() + inMs).toISOString();
    const conversationId = data[index]?.id ?? null;
    await createTask.execute(admin, { title, dueAt, assignedTo: admin.id, conversationId });
  }
  const last = data.at(-1);
  if (!last) return;
  const sendAt = new Date(at.getTime() + 2 * day).toISOString();
  await createScheduled.execute(admin, { conversationId: last.id, sendAt, message: { body: words } });
}
