import { filledText } from "#server/answers/filling.ts";
import { minute } from "#server/base/clock.ts";
import { startFlow } from "#server/chatbots/turn/starting.ts";
import { assign } from "#server/conversations/assigning.ts";
import { close, open } from "#server/conversations/closing.ts";
import { patchConversation } from "#server/conversations/editing.ts";
import { moveToPhase } from "#server/conversations/moving/moving.ts";
import { addNote } from "#server/conversations/noting/noting.ts";
import { switchChatbot } from "#server/conversations/switching.ts";
import { addTag, removeTag } from "#server/conversations/tags/tagging.ts";
import { snooze, unsnooze } from "#server/conversations/triage/snoozing.ts";
import { moment } from "#server/db/moment.ts";
import { reply } from "#server/messages/sending.ts";
import { createTask } from "#server/tasks/writing.ts";
import type { Variables } from "#server/templates/schema.ts";
import { sendTemplate } from "#server/templates/sending.ts";
import { type ActionContext, action, unlessSame } from "./action.ts";
import { callWebhook } from "./webhook-calls.ts";

async function switchTo(chatbotState: "ON" | "OFF", { actor, conversation }: ActionContext) {
  return unlessSame(
    conversation,
    await switchChatbot.execute(actor, { conversationId: conversation.id, chatbotState }),
  );
}

/** So many minutes from now, by the clock of the transaction. */
const fromNow = (minutes = 0) => new Date(moment().getTime() + minutes * minute).toISOString();

export const conversationActions = {
  reply: action("reply", {
    permission: "chat_talk",
    run: async ({ actor, conversation }, input) => {
      const { body = "", message } = input;
      const text = await filledText(actor, conversation, body);
      const file = message && { ...message, caption: await filledText(actor, conversation, message.caption ?? "") };
      const filled = { ...input, ...(text ? { body: text } : {}), ...(file ? { message: file } : {}) };
      await reply.execute(actor, { ...filled, conversationId: conversation.id });
      return undefined;
    },
  }),
  template: action("template", {
    permission: "chat_talk",
    run: async ({ actor, conversation }, input) => {
      const filled: Variables = {};
      for (const [key, value] of Object.entries({ ...input.params, ...input.variables }))
        filled[key] = await filledText(actor, conversation, value);
      const { params: _merged, ...rest } = input;
      await sendTemplate.execute(actor, { ...rest, variables: filled, conversationId: conversation.id });
      return undefined;
    },
  }),
  note: action("note", {
    permission: "chat_talk",
    run: async ({ actor, conversation }, input) => {
      const message = await filledText(actor, conversation, input.message);
      await addNote.execute(actor, { ...input, message, conversationId: conversation.id });
      return undefined;
    },
  }),
  assign: action("assign", {
    permission: "chat_talk",
    run: async ({ actor, conversation }, input) =>
      unlessSame(conversation, await assign.execute(actor, { ...input, conversationId: conversation.id })),
  }),
  assign_team: action("assign_team", {
    permission: "chat_talk",
    run: async ({ actor, conversation }, { teamId }) =>
      unlessSame(conversation, await assign.execute(actor, { teamId, conversationId: conversation.id })),
  }),
  tag_add: action("tag_add", {
    permission: "clients_write",
    run: async ({ actor, conversation }, { tag }) =>
      unlessSame(conversation, await addTag.execute(actor, { tag, conversationId: conversation.id })),
  }),
  tag_remove: action("tag_remove", {
    permission: "clients_write",
    run: async ({ actor, conversation }, { tag }) =>
      unlessSame(conversation, await removeTag.execute(actor, { tag, conversationId: conversation.id })),
  }),
  priority: action("priority", {
    permission: "clients_write",
    run: async ({ actor, conversation }, { priority }) =>
      unlessSame(
        conversation,
        await patchConversation.execute(actor, { conversationId: conversation.id, context: { priority } }),
      ),
  }),
  snooze: action("snooze", {
    permission: "chat_talk",
    run: async ({ actor, conversation }, { until, minutes }) =>
      unlessSame(
        conversation,
        await snooze.execute(actor, { until: until ?? fromNow(minutes), conversationId: conversation.id }),
      ),
  }),
  unsnooze: action("unsnooze", {
    permission: "chat_talk",
    run: async ({ actor, conversation }) =>
      unlessSame(conversation, await unsnooze.execute(actor, { conversationId: conversation.id })),
  }),
  phase: action("phase", {
    permission: "clients_write",
    run: async ({ actor, conversation }, { phaseId }) =>
      unlessSame(conversation, await moveToPhase.execute(actor, { phaseId, conversationId: conversation.id })),
  }),
  amount: action("amount", {
    permission: "clients_write",
    run: async ({ actor, conversation }, { amount }) =>
      unlessSame(
        conversation,
        await patchConversation.execute(actor, { conversationId: conversation.id, context: { amount } }),
      ),
  }),
  bot_on: action("bot_on", { permission: "chat_talk", run: (context) => switchTo("ON", context) }),
  bot_off: action("bot_off", { permission: "chat_talk", run: (context) => switchTo("OFF", context) }),
  close: action("close", {
    permission: "chat_talk",
    run: async ({ actor, conversation }, { isLead }) =>
      unlessSame(conversation, await close.execute(actor, { isLead, conversationId: conversation.id })),
  }),
  open: action("open", {
    permission: "chat_talk",
    run: async ({ actor, conversation }) =>
      unlessSame(conversation, await open.execute(actor, { conversationId: conversation.id })),
  }),
  task_create: action("task_create", {
    permission: "chat_talk",
    run: async ({ actor, conversation }, { dueAt, due, dueInMinutes, ...input }) => {
      const given = dueAt === undefined ? due : dueAt;
      // A kept list has its dates as text.
      const at = given ? new Date(given).toISOString() : dueInMinutes === undefined ? null : fromNow(dueInMinutes);
      const title = await filledText(actor, conversation, input.title);
      await createTask.execute(actor, { ...input, title, dueAt: at, conversationId: conversation.id });
      return undefined;
    },
  }),
  webhook_call: action("webhook_call", {
    permission: "webhooks_write",
    run: async ({ actor, conversation }, { webhookId }) => {
      await callWebhook.execute(actor, { webhookId, conversationId: conversation.id });
      return undefined;
    },
  }),
  start_flow_at: action("start_flow_at", {
    permission: "chat_talk",
    run: async ({ actor, conversation }, { step }) => {
      await startFlow.execute(actor, { step, conversationId: conversation.id });
      return undefined;
    },
  }),
};
