import { describe, expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { markCutOff } from "#server/channels/connection/cutting-off.ts";
import { createChannel } from "#server/channels/creating.ts";
import type { Contact } from "#server/contacts/schema.ts";
import { closeIdle } from "#server/conversations/closing.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { sweepInactive } from "#server/conversations/triage/sweeping.ts";
import { systemActor } from "#server/core/actor.ts";
import { type PublicEventType, publicEventTypes } from "#server/core/events/public-types.ts";
import { eventBody } from "#server/core/events/table.ts";
import { askNow } from "#server/csat/asking.ts";
import { inTransaction } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import { tasks } from "#server/jobs/tasks.ts";
import { createCaller } from "#server/kit/trpc/init.ts";
import { reflectDeletion } from "#server/messages/reflecting.ts";
import { linkExternal, reportStatus } from "#server/messages/status/delivery-status.ts";
import { tellDueClocks } from "#server/sla/telling.ts";
import { tellDue } from "#server/tasks/reminding.ts";
import { createTemplate } from "#server/templates/creating.ts";
import { applyPlatform } from "#server/templates/deciding.ts";
import { recordSubmission } from "#server/templates/submitting.ts";
import { typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, say } from "#server/testing/talking.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { appRouter } from "#server/trpc/router.ts";
import { renderBody, type SourceEvent } from "./rendering.ts";

const screens = () => createCaller(appRouter)({ actor: company.admin, requestId: "payloads" });

const company = await openCompany("Payloads", ["whatsapp"]);
const api = await openApi(company);

type Body = { event: string; timestamp: string; data: Record<string, unknown> };

/** Runs `work` and gives the bodies that webhooks would be sent for it, as they would be sent. */
async function bodiesDuring(work: () => Promise<unknown>): Promise<Body[]> {
  const { rows } = await systemPool().query<{ last: number }>(`select coalesce(max("ordinal"), 0) as last from events`);
  await work();
  const told = await systemPool().query<SourceEvent>(
    `select * from events where "companyId" = $1 and "ordinal" > $2 and "type" = any($3) order by "ordinal"`,
    [company.companyId, rows[0]?.last ?? 0, publicEventTypes],
  );
  return told.rows.map((event) => JSON.parse(renderBody(event)) as Body);
}

const C =
  "id companyId websiteId channel status chatbotState contactId phaseId assignedTo visitorName visitorEmail visitorPhone createdAt";
const P =
  "id companyId websiteId conversationId name email phone internationalPhoneNumber status subStatus assignedTo entryMethod rating tags customFields createdAt updatedAt";

/** The keys of `data`, to the letter (decisions.md K10 and service.md section 6). */
const keys: Record<PublicEventType, string> = {
  "conversation/created": C,
  "conversation/updated": `${C} changes`,
  "conversation/deleted": "id companyId websiteId contactId deletedAt",
  "conversation/operator_assigned": `${C} previousAssignedTo type assignedBy`,
  "conversation/message": "conversation message processMessage chatbotId",
  "conversation/note": `${C} note mentions`,
  "conversation/archived": `${C} isLead closedAt closedBy`,
  "conversation/contact": `${C} contact`,
  "conversation/phase_changed": `${C} previousPhaseId phaseName previousPhaseName changes`,
  "conversation/tag_added": `${C} tag source tags`,
  "conversation/tag_removed": `${C} tag source tags`,
  "contact/created": P,
  "contact/updated": `${P} changes`,
  "contact/status_changed": `${P} previousStatus changes`,
  "contact/operator_assigned": `${P} previousAssignedTo changes`,
  "contact/tag_added": `${P} tag`,
  "conversation/snoozed": `${C} snoozedUntil snoozedBy`,
  "conversation/unsnoozed": `${C} snoozedUntil snoozedBy reason`,
  "conversation/handed_over": `${C} chatbotId`,
  "sla/warning": `${C} policyId policyName clock targetSeconds dueAt`,
  "sla/breached": `${C} policyId policyName clock targetSeconds dueAt`,
  "csat/received": `${C} responseId scale rating good comment agentId teamId about askedAt answeredAt`,
  "message/status": "id companyId websiteId conversationId contactId seq status failureCode failureReason changedAt",
  "channel/health_changed": "id companyId websiteId type label connected problem",
  "template/status_changed": "id companyId websiteId elementName language status previousStatus reasonCode reason",
  "campaign/finished": "id companyId websiteId name status stopCode stopReason recipients counters finishedAt",
  "contact/deleted": "id companyId websiteId name email phone deletedAt",
  "contact/merged": `${P} mergeId mergedId undone`,
  "task/due": "id companyId websiteId title dueAt assignedTo conversationId contactId createdAt",
};

const sorted = (text: string) => text.split(" ").sort();

type Scene = { conversation: Conversation; contact: Contact; at: string; of: string };

async function newScene(): Promise<Scene> {
  const conversation = await converse(api, company, { visitorName: "Vera", visitorEmail: "vera@example.com" });
  const contact = await newContact();
  return { conversation, contact, at: `/v1/conversations/${conversation.id}`, of: `/v1/contacts/${contact.id}` };
}

let made = 0;
async function newContact(): Promise<Contact> {
  made += 1;
  const body = { websiteId: company.given.channelId, name: `Carl ${made}`, email: `carl-${made}@example.com` };
  return (await api.post<Contact>("/v1/contacts", body)).body;
}

/** Gives the last message of a visitor to the bot, as the relay does. */
async function botTurn(conversationId: string): Promise<void> {
  const found = await systemPool().query<{ id: string }>(
    `select "id" from messages where "conversationId" = $1 and "fromType" = 'visitor' order by "seq" desc limit 1`,
    [conversationId],
  );
  const event = { companyId: company.companyId, eventId: company.companyId, type: "conversation/message" };
  const payload = { ...event, conversationId, contactId: null, messageId: found.rows[0]?.id };
  await tasks.find(({ name }) => name === "bot.turn")?.perform(payload);
}

/** A visitor's browser whose conversation the bot has greeted and asked for the name. */
async function asked() {
  const visitor = await visitorOn(company.given.channelId ?? "");
  const id = await visitor.begin("I need a quote");
  await botTurn(id);
  return { visitor, id, tell: (body: string) => visitor.post(`/conversations/${id}/messages`, { body }) };
}

/** A template that the platform has approved. */
async function makeTemplate(): Promise<void> {
  const components = [{ type: "BODY", text: "Thank you for your visit." }];
  const named = { name: "rejected_later", language: "en_US" };
  const draft = { channelId: other, ...named, category: "UTILITY", components };
  const { id } = await createTemplate.execute(company.admin, draft);
  await recordSubmission.execute(jobs(), { templateId: id, externalId: "9rejected", status: "APPROVED" });
}

async function later(hours: number, work: () => Promise<unknown>): Promise<void> {
  shiftClock(hours * hour);
  await work().finally(() => shiftClock(0));
}

type Row = {
  type: PublicEventType;
  by: string;
  act: (scene: Scene) => Promise<unknown>;
  data?: (scene: Scene) => Record<string, unknown>;
  /** The channel it is about, where that is not the website. */
  on?: string;
  /** Bulk operations tell each record. */
  times?: number;
};

const whatsapp = company.given.whatsappChannelId ?? "";
const sandbox = { type: "WHATSAPP_API" as const, label: "Other", sandbox: true };
const other = (await createChannel.execute(company.admin, sandbox)).id;
const jobs = () => systemActor(company.companyId);
const phase = () => company.given.phaseId ?? "";

const rows: Row[] = [
  {
    type: "conversation/created",
    by: "REST",
    act: () => converse(api, company, { visitorName: "Ann" }),
    data: () => ({
      channel: "WEBSITE",
      status: "ACTIVE",
      assignedTo: null,
      visitorName: "Ann",
      websiteId: company.given.channelId,
    }),
  },
  {
    type: "conversation/created",
    by: "a visitor",
    act: async () => (await visitorOn(company.given.channelId ?? "")).begin(),
    data: () => ({ channel: "WEBSITE", status: "ACTIVE" }),
  },
  {
    type: "conversation/updated",
    by: "REST PATCH",
    act: ({ at }) => api.patch(at, { visitorName: "Zoe" }),
    data: () => ({ visitorName: "Zoe", status: "opened", changes: { visitorName: { before: "Vera", after: "Zoe" } } }),
  },
  {
    type: "conversation/updated",
    by: "REST PUT",
    act: ({ at }) => api.put(at, { visitorEmail: "zoe@example.com" }),
    data: () => ({ changes: { visitorEmail: { before: "vera@example.com", after: "zoe@example.com" } } }),
  },
  {
    type: "conversation/updated",
    by: "tRPC",
    act: ({ conversation }) =>
      screens().conversations.patch({ conversationId: conversation.id, context: { visitorName: "Zoe" } }),
    data: () => ({ changes: { visitorName: { before: "Vera", after: "Zoe" } } }),
  },
  {
    type: "conversation/updated",
    by: "chatbot-state",
    act: ({ at }) => api.patch(`${at}/chatbot-state`, { chatbotState: "OFF" }),
    data: () => ({ chatbotState: "OFF", changes: { chatbotState: { before: "ON", after: "OFF" } } }),
  },
  {
    type: "conversation/updated",
    by: "a message that pauses the bot",
    act: ({ conversation }) => say(api, conversation.id, "user"),
    data: () => ({ changes: { chatbotState: { before: "ON", after: "OFF" } } }),
  },
  {
    type: "conversation/updated",
    by: "reopening",
    act: async ({ at }) => api.post(`${at}/close`, { isLead: false }).then(() => api.post(`${at}/open`)),
    data: () => ({ changes: { status: { before: "closed", after: "opened" } } }),
  },
  {
    type: "conversation/updated",
    by: "the bot",
    act: async () => {
      const { id, tell } = await asked();
      await tell("my name is Ana");
      await botTurn(id);
    },
    data: () => ({ visitorName: "Ana", changes: { visitorName: { before: expect.any(String), after: "Ana" } } }),
  },
  {
    type: "conversation/deleted",
    by: "REST",
    act: ({ at }) => api.delete(at),
    data: ({ conversation }) => ({ id: conversation.id, contactId: "" }),
  },
  {
    type: "conversation/deleted",
    by: "tRPC",
    act: ({ conversation }) => screens().conversations.delete({ conversationId: conversation.id }),
  },
  {
    type: "conversation/operator_assigned",
    by: "REST assign",
    act: ({ at }) => api.post(`${at}/assign`, { assignedTo: company.agent.id }),
    data: () => ({
      assignedTo: company.agent.id,
      previousAssignedTo: null,
      type: "assign",
      assignedBy: company.admin.id,
    }),
  },
  {
    type: "conversation/operator_assigned",
    by: "REST transfer",
    act: ({ at }) => api.post(`${at}/transfer`, { transferTo: company.agent.id }),
    data: () => ({ type: "transfer" }),
  },
  {
    type: "conversation/operator_assigned",
    by: "tRPC",
    act: ({ conversation }) =>
      screens().conversations.assign({ conversationId: conversation.id, assignedTo: company.agent.id }),
    data: () => ({ type: "assign" }),
  },
  {
    type: "conversation/operator_assigned",
    by: "the first human answer",
    act: ({ conversation }) => screens().messages.reply({ conversationId: conversation.id, body: "Hello" }),
    data: () => ({ type: "automatic", assignedTo: company.admin.id }),
  },
  {
    type: "conversation/message",
    by: "REST as visitor",
    act: ({ conversation }) => say(api, conversation.id, "visitor", { body: "Hi" }),
    data: ({ conversation }) => ({
      processMessage: true,
      chatbotId: company.given.chatbotId,
      conversation: expect.objectContaining({
        id: conversation.id,
        chatbotState: "ON",
        status: "opened",
        channel: "WEBSITE",
      }),
      message: {
        id: expect.any(String),
        message: { text: "Hi", type: "text/plain" },
        sender: { id: "visitor-1", type: "visitor", initial: "V", name: "Vera" },
        sendAt: expect.stringMatching(/Z$/),
        sentAt: expect.stringMatching(/Z$/),
      },
    }),
  },
  {
    type: "conversation/message",
    by: "REST as robot",
    act: ({ conversation }) => say(api, conversation.id, "robot"),
    data: () => ({
      processMessage: false,
      message: expect.objectContaining({ sender: expect.objectContaining({ type: "robot" }) }),
    }),
  },
  {
    type: "conversation/message",
    by: "REST as an external operator",
    act: ({ conversation }) => say(api, conversation.id, "user", { from: "Otto" }),
    data: () => ({
      processMessage: false,
      conversation: expect.objectContaining({ chatbotState: "OFF" }),
      message: expect.objectContaining({
        sender: { id: "Otto", type: "external_operator", initial: "O", name: "Otto" },
      }),
    }),
  },
  {
    type: "conversation/message",
    by: "REST as an agent, an image",
    act: ({ conversation }) =>
      say(api, conversation.id, "user", {
        from: company.agent.id,
        type: "image",
        message: { url: "https://example.com/a.png", caption: "Look" },
      }),
    data: () => ({
      message: expect.objectContaining({
        message: { text: "Look", type: "image" },
        sender: { id: company.agent.id, type: "user", initial: "A", name: "Abe Agent" },
      }),
    }),
  },
  {
    type: "conversation/message",
    by: "tRPC",
    act: ({ conversation }) => screens().messages.reply({ conversationId: conversation.id, body: "Hello" }),
    data: () => ({
      message: expect.objectContaining({
        sender: { id: company.admin.id, type: "user", initial: "A", name: "Ada Admin" },
      }),
    }),
  },
  {
    type: "conversation/message",
    by: "a visitor",
    act: async () => {
      const visitor = await visitorOn(company.given.channelId ?? "");
      await visitor.begin("From the widget");
    },
    // The bot greets first.
    times: 2,
    data: () => ({
      processMessage: true,
      message: expect.objectContaining({ message: { text: "From the widget", type: "text/plain" } }),
    }),
  },
  {
    type: "conversation/note",
    by: "REST",
    act: ({ at }) => api.post(`${at}/notes`, { message: "Mind the gap" }),
    data: () => ({
      note: { id: expect.any(String), text: "Mind the gap", createdAt: expect.any(String), authorId: company.admin.id },
      mentions: [],
    }),
  },
  {
    type: "conversation/note",
    by: "tRPC",
    act: ({ conversation }) => screens().conversations.addNote({ conversationId: conversation.id, message: "Mind" }),
  },
  {
    type: "conversation/snoozed",
    by: "REST",
    act: ({ at }) => api.post(`${at}/snooze`, { until: "2999-01-01T09:00:00Z" }),
    data: () => ({ snoozedUntil: "2999-01-01T09:00:00.000Z", snoozedBy: company.admin.id }),
  },
  {
    type: "conversation/unsnoozed",
    by: "REST",
    act: async ({ at }) => {
      await api.post(`${at}/snooze`, { until: "2999-01-01T09:00:00Z" });
      await api.delete(`${at}/snooze`);
    },
    data: () => ({ snoozedUntil: "2999-01-01T09:00:00.000Z", snoozedBy: company.admin.id, reason: "person" }),
  },
  {
    type: "conversation/archived",
    by: "REST",
    act: ({ at }) => api.post(`${at}/close`, { isLead: false }),
    data: () => ({
      status: "closed",
      isLead: false,
      closedAt: expect.stringMatching(/Z$/),
      closedBy: expect.any(String),
    }),
  },
  {
    type: "conversation/archived",
    by: "tRPC",
    act: ({ conversation }) => screens().conversations.close({ conversationId: conversation.id, isLead: true }),
    data: () => ({ isLead: true }),
  },
  {
    type: "conversation/archived",
    by: "a job",
    act: ({ conversation }) => closeIdle.execute(jobs(), { conversationId: conversation.id }),
    data: () => ({ isLead: null }),
  },
  {
    type: "conversation/contact",
    by: "closing as a lead",
    act: ({ at }) => api.post(`${at}/close`, { isLead: true }),
    data: () => ({ contact: { id: expect.any(String), name: "Vera", email: "vera@example.com", phone: "" } }),
  },
  {
    type: "conversation/contact",
    by: "the bot",
    act: async () => {
      const { id, tell } = await asked();
      await tell("my name is Ana");
      await botTurn(id);
    },
    data: () => ({ contact: expect.objectContaining({ name: "Ana" }) }),
  },
  {
    type: "conversation/phase_changed",
    by: "REST",
    act: ({ at }) => api.patch(`${at}/phases/${phase()}`),
    data: ({ conversation }) => ({
      phaseId: phase(),
      previousPhaseId: conversation.phaseId,
      phaseName: "In progress",
      previousPhaseName: "New",
      changes: { phaseId: { before: conversation.phaseId, after: phase() } },
    }),
  },
  {
    type: "conversation/phase_changed",
    by: "tRPC",
    act: ({ conversation }) => screens().conversations.move({ conversationId: conversation.id, phaseId: phase() }),
  },
  {
    type: "conversation/phase_changed",
    by: "deleting a phase",
    act: async ({ at }) => {
      const { body } = await api.post<{ id: string }>("/v1/phases", { name: `Short ${made}`, type: "progress" });
      await api.patch(`${at}/phases/${body.id}`);
      await api.delete(`/v1/phases/${body.id}?moveTo=${phase()}`);
    },
    times: 2,
    data: () => ({ phaseId: phase(), phaseName: "In progress" }),
  },
  {
    type: "conversation/tag_added",
    by: "REST",
    act: ({ at }) => api.post(`${at}/tags`, { tag: "vip", source: "ai" }),
    data: () => ({ tag: "vip", source: "ai", tags: ["vip"] }),
  },
  {
    type: "conversation/tag_added",
    by: "REST PUT",
    act: ({ at }) => api.put(at, { tags: ["a", "b"] }),
    times: 2,
    data: () => ({ tag: "b", tags: ["a", "b"] }),
  },
  {
    type: "conversation/tag_added",
    by: "tRPC",
    act: ({ conversation }) => screens().conversations.addTag({ conversationId: conversation.id, tag: "vip" }),
    data: () => ({ source: "human" }),
  },
  {
    type: "conversation/tag_removed",
    by: "REST",
    act: async ({ at }) => api.post(`${at}/tags`, { tag: "vip" }).then(() => api.delete(`${at}/tags/vip`)),
    data: () => ({ tag: "vip", tags: [] }),
  },
  {
    type: "conversation/tag_removed",
    by: "REST PUT",
    act: async ({ at }) => api.post(`${at}/tags`, { tag: "vip" }).then(() => api.put(at, { tags: [] })),
    data: () => ({ tag: "vip" }),
  },
  {
    type: "contact/created",
    by: "REST",
    act: newContact,
    data: () => ({
      name: `Carl ${made}`,
      status: "new",
      websiteId: company.given.channelId,
      tags: [],
      customFields: {},
      rating: 0,
      assignedTo: null,
    }),
  },
  {
    type: "contact/created",
    by: "tRPC",
    act: () => screens().contacts.create({ websiteId: company.given.channelId ?? "", name: "Tia" }),
    data: () => ({ name: "Tia" }),
  },
  {
    type: "contact/created",
    by: "the bot",
    act: async () => {
      const { id, tell } = await asked();
      await tell("my name is Ana");
      await botTurn(id);
    },
    data: () => ({ name: "Ana", entryMethod: "WEB" }),
  },
  {
    type: "contact/updated",
    by: "REST",
    act: ({ of }) => api.patch(of, { name: "New Name" }),
    data: ({ contact }) => ({ name: "New Name", changes: { name: { before: contact.name, after: "New Name" } } }),
  },
  {
    type: "contact/updated",
    by: "tRPC",
    act: ({ contact }) => screens().contacts.update({ contactId: contact.id, rating: 4 }),
    data: () => ({ changes: { rating: { before: 0, after: 4 } } }),
  },
  {
    type: "contact/status_changed",
    by: "REST",
    act: ({ of }) => api.patch(of, { status: "client" }),
    data: () => ({ status: "client", previousStatus: "new", changes: { status: { before: "new", after: "client" } } }),
  },
  {
    type: "contact/status_changed",
    by: "tRPC",
    act: ({ contact }) => screens().contacts.update({ contactId: contact.id, status: "active" }),
    data: () => ({ previousStatus: "new" }),
  },
  {
    type: "contact/operator_assigned",
    by: "REST",
    act: ({ of }) => api.patch(of, { assignedTo: company.agent.id }),
    data: () => ({
      assignedTo: company.agent.id,
      previousAssignedTo: null,
      changes: { assignedTo: { before: null, after: company.agent.id } },
    }),
  },
  {
    type: "contact/operator_assigned",
    by: "tRPC",
    act: ({ contact }) => screens().contacts.update({ contactId: contact.id, assignedTo: company.agent.id }),
  },
  {
    type: "contact/tag_added",
    by: "REST",
    act: ({ of }) => api.post(`${of}/tags`, { tag: "gold" }),
    data: () => ({ tag: "gold", tags: ["gold"] }),
  },
  {
    type: "contact/tag_added",
    by: "tRPC",
    act: ({ contact }) => screens().contacts.addTag({ contactId: contact.id, tag: "gold" }),
  },
  {
    type: "contact/deleted",
    by: "REST",
    act: ({ of }) => api.delete(of),
    data: ({ contact }) => ({ id: contact.id, name: contact.name, email: contact.email, phone: "" }),
  },
  {
    type: "contact/deleted",
    by: "bulk REST",
    act: async ({ contact }) =>
      api.post("/v1/contacts/bulk-delete", { contacts: [contact.id, (await newContact()).id] }),
    times: 2,
  },
  { type: "contact/deleted", by: "tRPC", act: ({ contact }) => screens().contacts.delete({ contactId: contact.id }) },
  {
    type: "contact/merged",
    by: "REST",
    act: async ({ of }) => api.post(`${of}/merge`, { loserId: (await newContact()).id }),
    data: ({ contact }) => ({ id: contact.id, undone: false }),
  },
  {
    type: "task/due",
    by: "time",
    act: async ({ conversation }) => {
      const due = { title: "Call back", dueAt: new Date().toISOString(), conversationId: conversation.id };
      await api.post("/v1/tasks", due);
      await tellDue.execute(jobs(), {});
    },
    data: ({ conversation }) => ({ title: "Call back", conversationId: conversation.id, contactId: "" }),
  },
  ...(["warning", "breached"] as const).map((what) => ({
    type: `sla/${what}` as const,
    by: "time",
    act: async ({ at, conversation: { id } }: Scene) => {
      const level = { name: what, firstResponse: 600, conditions: { priority: ["urgent"] } };
      const { id: slaPolicyId } = (await api.post<{ id: string }>("/v1/sla-policies", level)).body;
      await api.patch(`${at}/chatbot-state`, { chatbotState: "OFF" });
      await say(api, id, "visitor");
      await api.patch(at, { priority: "urgent" });
      await later(what === "warning" ? 0.15 : 0.18, () => tellDueClocks.execute(jobs(), { conversationId: id }));
      await api.delete(`/v1/sla-policies/${slaPolicyId}`);
    },
    data: () => ({ policyName: what, clock: "first_response", targetSeconds: 600 }),
  })),
  {
    type: "csat/received",
    by: "REST as visitor",
    act: async ({ at, conversation: { id } }) => {
      await api.patch("/v1/csat-settings", { enabled: true, delayMinutes: 0 });
      await say(api, id, "user");
      await api.post(`${at}/close`, { isLead: false });
      await askNow.execute(jobs(), { conversationId: id });
      await say(api, id, "visitor", { body: "4, a bit slow" });
      await api.patch("/v1/csat-settings", { enabled: false });
    },
    data: () => ({ status: "closed", rating: 4, good: true, comment: "a bit slow", about: "rating", scale: "stars" }),
  },
  {
    type: "conversation/handed_over",
    by: "the bot",
    act: async () => {
      const { id, tell } = await asked();
      for (const answer of ["Ana", "ana@example.com", "+54 9 11 4444-0101"]) {
        await tell(answer);
        await botTurn(id);
      }
    },
    data: () => ({ chatbotState: "OFF", chatbotId: company.given.chatbotId }),
  },
  {
    type: "message/status",
    by: "a visitor who reads",
    act: async () => {
      const { visitor, id } = await asked();
      await visitor.post("/read", { conversationId: id, seq: 99 });
    },
    data: () => ({ status: "read", failureCode: "", failureReason: "" }),
  },
  {
    type: "message/status",
    by: "a platform that refuses",
    on: whatsapp,
    act: async () => {
      const to = { phone: "+54 9 11 4444-0102" };
      const template = { templateId: Number(company.given.templateId) };
      const sent = await api.post<{ messageId: string }>("/v1/messages", { channelId: whatsapp, to, template });
      const about = { channelId: whatsapp, messageId: sent.body.messageId, externalId: "wamid.refused" };
      await linkExternal.execute(jobs(), about);
      const refused = { status: "failed" as const, code: "131026", reason: "No account." };
      await reportStatus.execute(jobs(), { ...about, ...refused, at: new Date() });
    },
    data: () => ({ status: "failed", failureCode: "131026", failureReason: "No account." }),
    times: 2,
  },
  {
    type: "channel/health_changed",
    by: "a platform that cuts off",
    on: other,
    act: async () => {
      const cut = { channelId: other, code: 190, message: "No access.", details: "", restricted: false };
      for (let time = 0; time < 3; time += 1) await markCutOff.execute(jobs(), cut);
    },
    data: () => ({ id: other, connected: false, problem: { code: 190, message: "No access." } }),
  },
  {
    type: "template/status_changed",
    by: "the platform",
    on: other,
    act: async () => {
      await makeTemplate();
      const decided = { name: "rejected_later", language: "en_US", status: "REJECTED", code: "SPAM", reason: "Spam." };
      for (let time = 0; time < 2; time += 1)
        await applyPlatform.execute(jobs(), { channelId: other, decisions: [decided] });
    },
    times: 2,
    data: () => ({ status: "REJECTED", previousStatus: "APPROVED", reasonCode: "SPAM", reason: "Spam." }),
  },
  {
    type: "campaign/finished",
    by: "tRPC",
    on: whatsapp,
    act: () => screens().campaigns.cancel({ campaignId: company.given.campaignId ?? "" }),
    data: () => ({ id: company.given.campaignId, status: "CANCELLED", recipients: 0, stopCode: "" }),
  },
];

describe("every event", () => {
  it("has a row", () => {
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(publicEventTypes));
  });

  it.each(rows)(
    "$type by $by is told once, with its payload to the key, as the reference shows it [found A7]",
    async ({ type, act, data, on = company.given.channelId, times = 1 }) => {
      const scene = await newScene();
      const bodies = (await bodiesDuring(() => act(scene))).filter(({ event }) => event === type);
      expect(bodies).toHaveLength(times);
      for (const body of bodies) {
        expect(eventBody(type).strict().safeParse(body).error?.issues ?? []).toEqual([]);
        expect(Object.keys(body)).toEqual(["event", "timestamp", "data"]);
        expect(new Date(body.timestamp).toISOString()).toBe(body.timestamp);
        expect(Object.keys(body.data).sort()).toEqual(sorted(keys[type]));
      }
      const expected = data?.(scene);
      if (expected) expect(bodies.at(-1)?.data).toMatchObject(expected);
      const about = bodies[0]?.data.conversation ?? bodies[0]?.data;
      expect(about).toMatchObject({ companyId: company.companyId, websiteId: on });
    },
  );

  it("conversation/message by the bot is the robot's own", async () => {
    const visitor = await visitorOn(company.given.channelId ?? "");
    const id = await visitor.begin("Hello bot");
    const bodies = await bodiesDuring(() => botTurn(id));
    const said = bodies.filter(({ event }) => event === "conversation/message").map(({ data }) => data);
    expect(said.length).toBeGreaterThan(0);
    for (const data of said) {
      const sender = { id: company.given.chatbotId, type: "robot" };
      expect(data).toMatchObject({ processMessage: false, message: { sender } });
    }
  });

  it("conversation/message names exactly the keys of service.md", async () => {
    const { conversation } = await newScene();
    const [body] = await bodiesDuring(() => say(api, conversation.id, "visitor"));
    const { conversation: about, message } = (body?.data ?? {}) as {
      conversation: object;
      message: Record<string, object>;
    };
    expect(Object.keys(about).sort()).toEqual(
      sorted("id companyId websiteId channel status chatbotState contactId visitorName visitorEmail visitorPhone"),
    );
    expect(Object.keys(message).sort()).toEqual(sorted("id message sender sendAt sentAt"));
    expect(Object.keys(message.message ?? {}).sort()).toEqual(["text", "type"]);
    expect(Object.keys(message.sender ?? {}).sort()).toEqual(["id", "initial", "name", "type"]);
  });

  it("conversation/updated by the sweep of silent conversations", async () => {
    const { conversation } = await newScene();
    const bodies = await bodiesDuring(() => later(30, () => sweepInactive.execute(jobs(), { limit: 500 })));
    const mine = bodies.filter(({ data }) => data.id === conversation.id);
    expect(mine.map(({ event, data }) => [event, data.status, data.changes])).toEqual([
      ["conversation/updated", "inactive", { status: { before: "opened", after: "inactive" } }],
    ]);
  });
});

const nothing: [string, (scene: Scene) => Promise<unknown>, (scene: Scene) => Promise<unknown>][] = [
  [
    "the same PATCH again",
    ({ at }) => api.patch(at, { visitorName: "Zoe" }),
    ({ at }) => api.patch(at, { visitorName: "Zoe" }),
  ],
  ["what was read, sent back", async () => undefined, async ({ at }) => api.put(at, (await api.get(at)).body)],
  [
    "the same assignee",
    ({ at }) => api.post(`${at}/assign`, { assignedTo: company.agent.id }),
    ({ at }) => api.post(`${at}/assign`, { assignedTo: company.agent.id }),
  ],
  [
    "closing twice",
    ({ at }) => api.post(`${at}/close`, { isLead: false }),
    ({ at }) => api.post(`${at}/close`, { isLead: false }),
  ],
  ["opening what is open", async () => undefined, ({ at }) => api.post(`${at}/open`)],
  [
    "the same phase",
    ({ at }) => api.patch(`${at}/phases/${phase()}`),
    ({ at }) => api.patch(`${at}/phases/${phase()}`),
  ],
  [
    "the same tag in capitals",
    ({ at }) => api.post(`${at}/tags`, { tag: "vip" }),
    ({ at }) => api.post(`${at}/tags`, { tag: "VIP" }),
  ],
  ["a tag that is not there", async () => undefined, ({ at }) => api.delete(`${at}/tags/none`)],
  ["the same bot state", async () => undefined, ({ at }) => api.patch(`${at}/chatbot-state`, { chatbotState: "ON" })],
  [
    "a repeated clientMessageId",
    ({ conversation }) => say(api, conversation.id, "visitor", { clientMessageId: "once" }),
    ({ conversation }) => say(api, conversation.id, "visitor", { clientMessageId: "once" }),
  ],
  [
    "a robot's message while paused",
    ({ conversation }) => say(api, conversation.id, "user"),
    ({ conversation }) => say(api, conversation.id, "robot"),
  ],
  ["a refused message", async () => undefined, ({ conversation }) => say(api, conversation.id, "user", { body: "" })],
  [
    "the same contact status",
    ({ of }) => api.patch(of, { status: "client" }),
    ({ of }) => api.patch(of, { status: "client" }),
  ],
  ["a refused contact", async () => undefined, ({ of }) => api.patch(of, { status: "gone" })],
  [
    "the same contact tag",
    ({ of }) => api.post(`${of}/tags`, { tag: "gold" }),
    ({ of }) => api.post(`${of}/tags`, { tag: "Gold" }),
  ],
  ["deleting what is gone", ({ of }) => api.delete(of), ({ of }) => api.delete(of)],
];

type Said = {
  conversation: { status: string; chatbotState: string; visitorName: string };
  message: { message: { text: string } };
  processMessage: boolean;
};

describe("a message is sent as it was when it was written [found A5]", () => {
  const saidIn = (bodies: Body[]) =>
    bodies.filter(({ event }) => event === "conversation/message").map(({ data }) => data as unknown as Said);

  it("also where its conversation was renamed and closed before the delivery", async () => {
    const { conversation, at } = await newScene();
    const bodies = await bodiesDuring(async () => {
      await say(api, conversation.id, "visitor", { body: "Early words" });
      await api.patch(at, { visitorName: "Later" });
      await api.patch(`${at}/chatbot-state`, { chatbotState: "OFF" });
      await api.post(`${at}/close`, { isLead: false });
    });
    expect(saidIn(bodies)).toEqual([
      expect.objectContaining({
        conversation: expect.objectContaining({ status: "opened", chatbotState: "ON", visitorName: "Vera" }),
        processMessage: true,
      }),
    ]);
  });

  it("also where it was edited or taken back before the delivery", async () => {
    const { conversation } = await newScene();
    const bodies = await bodiesDuring(async () => {
      const words = { conversationId: conversation.id, body: "First words" };
      const { id: messageId } = await screens().messages.reply(words);
      await screens().messages.edit({ ...words, messageId, body: "Other words" });
      await inTransaction(company.companyId, () =>
        reflectDeletion(
          { actor: company.admin, now: new Date(), emit: () => undefined },
          { messageId, conversationId: conversation.id },
        ),
      );
    });
    expect(saidIn(bodies).map(({ message }) => message.message.text)).toEqual(["First words"]);
  });

  it("a template too, with the bot's state of that moment [found C11]", async () => {
    const { templateId, whatsappChannelId } = company.given;
    const path = `/v1/whatsapp/${whatsappChannelId}/template-messages`;
    const contact = await newContact();
    await api.patch(`/v1/contacts/${contact.id}`, { phone: "+34 600 555 101" });
    const to = { templateId, contactId: contact.id };
    const first = await api.post<{ conversationId: string }>(path, to);
    expect(first.status, first.text).toBe(202);
    await api.patch(`/v1/conversations/${first.body.conversationId}/chatbot-state`, { chatbotState: "OFF" });
    const [told] = saidIn(await bodiesDuring(() => api.post(path, to)));
    expect(told).toMatchObject({ conversation: { chatbotState: "OFF" }, processMessage: false });
  });
});

describe("nothing is sent", () => {
  it.each(nothing)("of %s", async (_name, before, act) => {
    const scene = await newScene();
    await before(scene);
    expect(await typesDuring(company, () => act(scene))).toEqual([]);
  });

  it("of a request replayed by its Idempotency-Key", async () => {
    const options = { headers: { "idempotency-key": "webhooks-once" } };
    const body = { websiteId: company.given.channelId, name: "Once" };
    expect(await typesDuring(company, () => api.post("/v1/contacts", body, options))).toEqual(["contact/created"]);
    expect(await typesDuring(company, () => api.post("/v1/contacts", body, options))).toEqual([]);
  });
});
