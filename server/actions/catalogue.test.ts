import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { startFlow } from "#server/chatbots/turn/starting.ts";
import { updateContact } from "#server/contacts/editing.ts";
import { addContactTag, removeContactTag } from "#server/contacts/tagging.ts";
import { assign } from "#server/conversations/assigning.ts";
import { close, open } from "#server/conversations/closing.ts";
import { patchConversation } from "#server/conversations/editing.ts";
import { moveToPhase } from "#server/conversations/moving/moving.ts";
import { addNote } from "#server/conversations/noting/noting.ts";
import { switchChatbot } from "#server/conversations/switching.ts";
import { addTag, removeTag } from "#server/conversations/tags/tagging.ts";
import { snooze, unsnooze } from "#server/conversations/triage/snoozing.ts";
import type { Actor } from "#server/core/actor.ts";
import { permissionNames } from "#server/core/permissions.ts";
import { inTransaction } from "#server/db/pool.ts";
import { reply } from "#server/messages/sending.ts";
import { createTask } from "#server/tasks/writing.ts";
import { sendTemplate } from "#server/templates/sending.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse } from "#server/testing/talking.ts";
import { allActions, catalogue } from "./catalogue.ts";
import { type ActionName, actionNames } from "./choices.ts";
import { runActions } from "./running.ts";
import type { ActionCall } from "./schema.ts";
import { callWebhook } from "./webhook-calls.ts";

const company = await openCompany("Acme", ["talk", "team", "webhook", "whatsapp"]);
const api = await openApi(company);

/** The command that each action stands for. */
const commands: Record<ActionName, { access: string }> = {
  ...{
    reply,
    template: sendTemplate,
    note: addNote,
    assign,
    assign_team: assign,
    tag_add: addTag,
    tag_remove: removeTag,
  },
  ...{ contact_tag_add: addContactTag, contact_tag_remove: removeContactTag, phase: moveToPhase },
  ...{ amount: patchConversation, bot_on: switchChatbot, bot_off: switchChatbot, close, open },
  ...{ priority: patchConversation, snooze, unsnooze },
  contact_set: updateContact,
  task_create: createTask,
  webhook_call: callWebhook,
  start_flow_at: startFlow,
};

const examples: { [N in ActionName]: Extract<ActionCall, { name: N }>["input"] } = {
  reply: { type: "text/plain", body: "We are on it." },
  template: { templateId: Number(company.given.templateId) },
  note: { message: "Asked for a call", mentions: [] },
  assign: { assignedTo: company.agent.id },
  assign_team: { teamId: company.given.teamId ?? "" },
  tag_add: { tag: "vip" },
  tag_remove: { tag: "vip" },
  contact_tag_add: { tag: "vip" },
  contact_tag_remove: { tag: "vip" },
  priority: { priority: "high" },
  snooze: { until: "2999-01-04T09:00:00Z" },
  unsnooze: {},
  phase: { phaseId: company.given.phaseId ?? "" },
  amount: { amount: 12.5 },
  bot_on: {},
  bot_off: {},
  close: { isLead: false },
  open: {},
  contact_set: { status: "client" },
  task_create: { title: "Call back" },
  webhook_call: { webhookId: company.given.webhookId ?? "" },
  start_flow_at: { step: "welcome" },
};

const callOf = (name: ActionName) => ({ name, input: examples[name] }) as ActionCall;
const run = (actor: Actor, id: string, calls: readonly ActionCall[]) =>
  inTransaction(company.companyId, () => runActions(actor, id, calls));

function wordsOf(locale: string): Record<string, Record<string, string>> {
  const file = path.resolve(import.meta.dirname, "../../i18n", locale, "actions.json");
  return JSON.parse(fs.readFileSync(file, "utf8")) as Record<string, Record<string, string>>;
}

describe("the catalogue of actions", () => {
  it("has each action once, under its own name, and asks for the permission of its command [W1]", () => {
    expect(Object.keys(catalogue).sort()).toEqual([...actionNames].sort());
    for (const { name, permission } of allActions) expect([name, permission]).toEqual([name, commands[name].access]);
    expect(allActions.map(({ name }) => name)).toEqual(actionNames);
  });

  it.each(["en", "es", "pt"])(
    "says in %s what each action will do, what it did and that it could not [W1]",
    (locale) => {
      const texts = wordsOf(locale);
      for (const { words } of allActions)
        for (const key of Object.values(words)) {
          const [name = "", moment = ""] = key.split(".");
          expect(texts[name]?.[moment], `${locale}: ${key}`).toMatch(/\S/);
        }
    },
  );

  it.each(actionNames)("does not run %s for who lacks its permission, and says so [W1]", async (name) => {
    const { permission } = catalogue[name];
    const others = permissionNames.filter((one) => !["admin", permission, `${permission}_assigned`].includes(one));
    const actor = { ...company.admin, permissions: new Set(others) };
    const [outcome] = await run(actor, company.given.conversationId ?? "", [callOf(name)]);
    expect(outcome).toMatchObject({ name, outcome: "failed", status: 403, why: { code: "forbidden" } });
  });

  it("answers per action done, skipped with why or failed with why, and one that fails stops no other [W1]", async () => {
    const { id } = await converse(api, company);
    const calls: ActionCall[] = [
      callOf("tag_add"),
      callOf("tag_add"),
      { name: "assign", input: { assignedTo: "nobody-known" } },
      callOf("contact_tag_add"),
      callOf("note"),
      callOf("priority"),
      callOf("snooze"),
      callOf("snooze"),
      callOf("unsnooze"),
      callOf("phase"),
      callOf("amount"),
      callOf("bot_off"),
      callOf("bot_off"),
      callOf("close"),
      callOf("reply"),
      callOf("open"),
    ];
    const outcomes = await run(company.admin, id, calls);
    expect(outcomes.map(({ name, outcome, why }) => [name, outcome, why?.code])).toEqual([
      ["tag_add", "done", undefined],
      ["tag_add", "skipped", "unchanged"],
      ["assign", "failed", "validation_error"],
      ["contact_tag_add", "skipped", "no_contact"],
      ["note", "done", undefined],
      ["priority", "done", undefined],
      ["snooze", "done", undefined],
      ["snooze", "skipped", "unchanged"],
      ["unsnooze", "done", undefined],
      ["phase", "done", undefined],
      ["amount", "done", undefined],
      ["bot_off", "done", undefined],
      ["bot_off", "skipped", "unchanged"],
      ["close", "done", undefined],
      ["reply", "failed", "conversation_closed"],
      ["open", "done", undefined],
    ]);
    const { body } = await api.get<Record<string, unknown>>(`/v1/conversations/${id}`);
    expect(body).toMatchObject({ amount: 12.5, chatbotState: "OFF", status: "ACTIVE", phaseId: company.given.phaseId });
    expect(body.operatorTags).toEqual([{ tagName: "vip", source: "human" }]);
  });

  it("finds nothing of what the one who runs it may not see [W1]", async () => {
    const { conversationId = "", contactId = "" } = company.given;
    const { actor } = await company.token(
      ["clients_read_assigned", "clients_write_assigned", "chat_talk"],
      company.otherAgent,
    );
    const outcomes = await run(
      actor,
      conversationId,
      (["tag_add", "contact_set", "reply", "close"] as const).map(callOf),
    );
    expect(outcomes.map(({ why }) => why?.code)).toEqual(["not_found", "not_found", "not_found", "not_found"]);
    expect((await api.get<{ status: string }>(`/v1/contacts/${contactId}`)).body.status).not.toBe("client");
  });

  it("tells nobody by its variables what is known of a conversation that they may not see [C1, W1]", async () => {
    const known = await converse(api, company, { visitorEmail: "secret@example.com" });
    const ids = [known.id, (await converse(api, company)).id, newId()];
    for (const id of ids.slice(0, 2))
      await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.agent.id });
    const { actor } = await company.token(
      ["clients_read_assigned", "clients_write_assigned", "chat_talk"],
      company.otherAgent,
    );
    const text = "{{contact.email}}";
    const calls: ActionCall[] = [
      { name: "note", input: { message: text, mentions: [] } },
      { name: "reply", input: { type: "text/plain", body: text } },
      { name: "task_create", input: { title: text } },
    ];
    const answers = await Promise.all(ids.map((id) => run(actor, id, calls)));
    for (const answer of answers)
      expect(answer.map(({ status, why }) => [status, why?.message])).toEqual(
        calls.map(() => [404, "No such conversation."]),
      );
  });
});
