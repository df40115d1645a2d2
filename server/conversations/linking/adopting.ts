import { lockConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { describeVisitor } from "#server/conversations/describing.ts";
import { proveContact } from "#server/conversations/linking/claiming.ts";
import { systemActor } from "#server/core/actor.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { conversationsOfVisitor } from "./rows.sql.ts";

type Person = { channelId: string; visitorId: string; name: string; email: string; phone: string };
type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** Moves an anonymous visitor's conversations to the person who has just been identified in the same browser. */
export async function adoptConversations(context: Context, anonymous: Person, person: Person): Promise<void> {
  for (const id of await conversationsOfVisitor({ ...anonymous, companyId: context.actor.companyId })) {
    const change = new ConversationChange(context, await lockConversation(context.actor, id, "chat_talk"));
    change.set({
      visitorId: person.visitorId,
      participants: change.row.participants.map((one) =>
        one.type === "visitor" && one.id === anonymous.visitorId
          ? { ...one, id: person.visitorId, name: person.name || one.name }
          : one,
      ),
    });
    describeVisitor(change, person);
    await change.commit();
    await proveContact.execute(systemActor(context.actor.companyId), { conversationId: id });
  }
}
