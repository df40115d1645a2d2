import { lockConversation } from "#server/conversations/access.ts";
import { type Changes, Work } from "#server/conversations/work.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { rows, sql } from "#server/db/sql.ts";

type Person = { channelId: string; visitorId: string; name: string; email: string; phone: string };
type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** What an anonymous visitor wrote becomes that of the person who has just been identified in the same browser. */
export async function adoptConversations(context: Context, anonymous: Person, person: Person): Promise<void> {
  const own = await rows<{ id: string }>(sql`
    select "id" from conversations where "companyId" = ${context.actor.companyId}
      and "visitorId" = ${anonymous.visitorId} and "channelId" = ${anonymous.channelId} order by "id" limit 50`);
  for (const { id } of own) {
    const work = new Work(context, await lockConversation(context.actor, id, "chat_talk"));
    work.set({
      visitorId: person.visitorId,
      participants: work.row.participants.map((one) =>
        one.type === "visitor" && one.id === anonymous.visitorId
          ? { ...one, id: person.visitorId, name: person.name || one.name }
          : one,
      ),
    });
    describeVisitor(work, person);
    await work.commit();
  }
}

type Known = { name?: string | undefined; email?: string | undefined; phone?: string | undefined };

/** Writes what is now known of the visitor; `conversation/updated` once, if anything differs (K11). */
export function describeVisitor(work: Work, known: Known): void {
  const wanted = { visitorName: known.name, visitorEmail: known.email, visitorPhone: known.phone };
  const changes: Changes = {};
  for (const field of ["visitorName", "visitorEmail", "visitorPhone"] as const) {
    const after = wanted[field];
    const before = work.row[field];
    if (!after || after === before) continue;
    changes[field] = { before, after };
    work.set({ [field]: after });
  }
  if (Object.keys(changes).length === 0) return;
  const name = work.row.visitorName;
  if (changes.visitorName) {
    work.set({ participants: work.row.participants.map((one) => (one.type === "visitor" ? { ...one, name } : one)) });
  }
  work.updated(changes);
}
