import { z } from "zod";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { command } from "#server/core/operation.ts";
import { urlVisitInput } from "./schema.ts";
import { updateAttribution } from "./sessions.sql.ts";
import { ownSession } from "./sessions.ts";

/** POST /widget/v1/{channelId}/url-visit: agents see which page the visitor has gone to; a repeat adds nothing. */
export const visitUrl = command({
  name: "visitors.visitUrl",
  access: "visitor",
  input: urlVisitInput,
  output: z.object({ noted: z.boolean() }),
  example: (given) => ({ conversationId: given.conversationId ?? "", page: { url: "https://shop.example/prices" } }),
  async run(context) {
    const { actor, input } = context;
    const { url, title } = input.page;
    const conversation = input.conversationId
      ? await lockConversation(actor, input.conversationId, "chat_talk")
      : undefined;
    const session = await ownSession(actor);
    if (url === "" || session.attribution.lastUrl === url) return { noted: false };
    await updateAttribution(actor, { id: session.id, attribution: { ...session.attribution, lastUrl: url } });
    if (conversation && conversation.status !== "closed") {
      const change = new ConversationChange(context, conversation);
      change.command("url_visit", title ? `Visits ${title}` : `Visits ${url}`, null, { url, title });
      await change.commit();
    }
    return { noted: true };
  },
});
