import { startBulk } from "#server/actions/bulk/starting.ts";
import { createAnswer } from "#server/answers/writing.ts";
import { createPolicy } from "#server/assignment/policies.ts";
import { now } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { sha256 } from "#server/base/secrets.ts";
import { createCalendar } from "#server/calendars/writing.ts";
import { listFulfillmentCalls } from "#server/chatbots/fulfillment/inspecting.ts";
import { nothingEarlier } from "#server/chatbots/fulfillment/schema.ts";
import { createChatbot } from "#server/chatbots/managing.ts";
import { takeBotTurn } from "#server/chatbots/turn/turn.ts";
import { updateContact } from "#server/contacts/editing.ts";
import { addContactTag } from "#server/contacts/tagging.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { addNote } from "#server/conversations/noting/noting.ts";
import { addTag } from "#server/conversations/tags/tagging.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import type { Given } from "#server/core/operation.ts";
import { inTransaction } from "#server/db/pool.ts";
import { createField } from "#server/fields/writing.ts";
import { importContacts } from "#server/imports/starting.ts";
import { createMacro } from "#server/macros/writing.ts";
import { reply } from "#server/messages/sending.ts";
import { createContactNote } from "#server/notes/writing.ts";
import { listNotifications } from "#server/notifications/listing.ts";
import { registerDevice } from "#server/notifications/push/devices.ts";
import { createSaved } from "#server/reports/saved/saving.ts";
import { createRole } from "#server/roles/writing.ts";
import { readableRule } from "#server/rules/access.ts";
import { runRule } from "#server/rules/running.ts";
import { createRule } from "#server/rules/writing.ts";
import { createScheduled } from "#server/scheduled/scheduling.ts";
import { beginFactor } from "#server/sessions/factors/setting-up.ts";
import { startSession as startUserSession } from "#server/sessions/starting.ts";
import { createPolicy as createSlaPolicy } from "#server/sla/policies.ts";
import { createTag } from "#server/tags/writing.ts";
import { createTask } from "#server/tasks/writing.ts";
import { createTeam } from "#server/teams/writing.ts";
import { createTrigger } from "#server/triggers/writing.ts";
import { createInvitation } from "#server/users/invitations/writing.ts";
import { makePasswordLink } from "#server/users/resets/resetting.ts";
import { createView } from "#server/views/saving.ts";
import { startSession } from "#server/visitors/sessions.ts";
import { startConversation } from "#server/visitors/starting.ts";
import { readableWebhook } from "#server/webhooks/access.ts";
import { createWebhook } from "#server/webhooks/creating.ts";
import { recordAttempt } from "#server/webhooks/delivery/recording.ts";
import { subscriptionOf } from "#server/webhooks/delivery/subscriptions.ts";
import {
  furnishIntegrationRun,
  furnishMerge,
  furnishPasskeys,
  furnishRecords,
  furnishSurvey,
  givenIntegrations,
} from "./furnished/rows.ts";
import { secretWordOf } from "./furnished/secret-word.ts";
import { furnishWhatsapp } from "./furnished/whatsapp.ts";

type Made = { companyId: string; userId: string; phaseIds: string[]; channelId: string; chatbotId: string };

async function visit(companyId: string, channelId: string): Promise<Actor> {
  const session = await startSession.execute(systemActor(companyId), { channelId });
  const { sessionId, visitorId } = session;
  return {
    type: "visitor",
    companyId,
    id: visitorId,
    userId: null,
    name: "Visitor",
    permissions: new Set(),
    seesUnassigned: false,
    visitor: { sessionId, channelId, visitorId },
  };
}

/** A chatbot without a channel, a trigger with a phrase of its own, and a saved report. */
async function furnishAutomation(admin: Actor): Promise<Given> {
  const chatbot = await createChatbot.execute(admin, { name: "Spare" });
  const trigger = await createTrigger.execute(admin, {
    name: "Furnished",
    conditions: { matches: [{ type: "equals", value: "furnished" }] },
    actions: { response: "We are." },
  });
  const saved = await createSaved.execute(admin, { name: "Furnished", report: "responses" });
  return { spareChatbotId: chatbot.id, triggerId: trigger.id, savedReportId: saved.id };
}

/** A call to an endpoint about the conversation, as the chatbot's inspector keeps it. */
async function furnishFulfillment(admin: Actor, chatbotId: string, conversationId: string): Promise<Given> {
  const secret = secretWordOf(admin.companyId);
  const request = { message: `Good morning from the ${secret}`, flow: 1 };
  const call = { source: "global" as const, nodeName: "", flow: 1, url: "https://198.51.100.7/fulfillment?key=secret" };
  const result = { call, error: "", statusCode: 200, durationMs: 12, answer: null, notes: [] };
  const response = JSON.stringify({ name: { value: secret } });
  const at = new Date();
  const reply = {
    ...{ chatbotId, seq: 1, startedAt: at, until: at, request: JSON.stringify(request), earlier: nothingEarlier },
    results: [{ ...result, outcome: "answered" as const, response, responseBytes: response.length }],
  };
  const system = systemActor(admin.companyId);
  await takeBotTurn.execute(system, { conversationId, messageId: null, reply });
  const [kept] = await listFulfillmentCalls.execute(admin, { chatbotId });
  return { fulfillmentCallId: kept?.id ?? "" };
}

/** Somebody who is invited, a link to a new password, and a second factor that was begun. */
async function furnishLinks(admin: Actor): Promise<Given> {
  const invited = await createInvitation.execute(admin, { email: `${newId()}@example.com`, role: "viewer" });
  const reset = await makePasswordLink.execute(systemActor(admin.companyId), { userId: admin.id });
  const factor = await beginFactor.execute(admin, {});
  const hashIn = (link: string) => sha256(link.split("#")[1] ?? "");
  return {
    invitationId: invited.id,
    invitationHash: hashIn(invited.link),
    resetHash: hashIn(reset.link),
    factorSecret: factor.secret,
  };
}

/** What the team keeps for itself: a tag, a saved view, a ready answer, a signed-in browser. */
async function furnishTeam(admin: Actor): Promise<Given> {
  // The first one ends all sessions: before there is one.
  const passkeys = await furnishPasskeys(admin);
  const tag = await createTag.execute(admin, { name: "Furnished", color: "#C2410C" });
  const view = await createView.execute(admin, { page: "inbox", name: "Furnished", query: "tab=mine" });
  const canned = await createAnswer.execute(admin, { shortcut: "furnished", text: "Hello, we are furnished." });
  const macro = await createMacro.execute(admin, {
    name: "Furnished",
    actions: [{ name: "note", input: { message: "Furnished for {{contact.firstName|somebody}}" } }],
  });
  const { sessionId } = await startUserSession.execute(systemActor(admin.companyId), { userId: admin.id });
  // Of a conversation that is gone: the furnished ones stay as they are.
  const team = await createTeam.execute(admin, { name: "Furnished", members: [{ userId: admin.id }] });
  const role = await createRole.execute(admin, { name: "Furnished", permissions: ["clients_read"], readScope: "team" });
  const calendar = await createCalendar.execute(admin, { name: "Furnished" });
  const field = await createField.execute(admin, { key: "furnished", label: "Furnished" });
  const level = await createSlaPolicy.execute(admin, { name: "Furnished", enabled: false, resolution: 86_400 });
  const policy = await createPolicy.execute(admin, { teamId: team.id, method: "manual" });
  const bulk = await startBulk.execute(admin, { ids: [newId()], actions: [{ name: "open", input: {} }] });
  const imported = await importContacts.execute(admin, { text: "name,rating\nNobody,9\n", fileName: "people.csv" });
  const keys = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const browser = { endpoint: "https://push.invalid/furnished", keys };
  const device = await registerDevice.execute({ ...admin, sessionId }, browser);
  return {
    ...(await furnishLinks(admin)),
    ...passkeys,
    ...(await givenIntegrations(admin)),
    operatorTagId: tag.id,
    teamId: team.id,
    policyId: policy.id,
    roleId: role.id,
    calendarId: calendar.id,
    fieldId: field.id,
    slaPolicyId: level.id,
    savedViewId: view.id,
    bulkJobId: bulk.jobId,
    importJobId: imported.jobId ?? "",
    cannedId: canned.id,
    macroId: macro.id,
    userSessionId: sessionId,
    pushDeviceId: device.id,
  };
}

/** A rule that is off, and a run of it that found nothing to do. */
async function furnishRule(admin: Actor, conversationId: string): Promise<Given> {
  const { companyId } = admin;
  const trigger = { type: "conversation/message" as const };
  const conditions = { matches: [{ type: "equals" as const, value: "furnished" }] };
  const { id } = await createRule.execute(admin, {
    name: "Furnished",
    trigger,
    conditions,
    actions: [{ name: "unsnooze", input: {} }],
  });
  const cause = { conversationId, cause: "furnished", triggerType: trigger.type, eventId: null, depth: 1 };
  const run = await inTransaction(companyId, async () =>
    runRule(await readableRule(admin, id), cause, { code: "matched", match: null, held: ["matches"] }),
  );
  return { ruleId: id, ruleRunId: run.id };
}

/** The conversation of a visitor with its contact, answered by the admin, and the notes on both. */
async function furnishTalk(admin: Actor, channelId: string) {
  const { companyId } = admin;
  const secret = secretWordOf(companyId);
  const visitor = await visit(companyId, channelId);
  const message = { body: `Good morning from the ${secret}`, clientMessageId: "furnished-1" };
  const conversationId = (await startConversation.execute(visitor, { message })).conversation.id;
  const captured = await captureContact.execute(systemActor(companyId), {
    conversationId,
    name: `Quentin ${secret}`,
    email: `${secret}@example.com`,
  });
  const contactId = captured.contactId ?? "";
  await updateContact.execute(admin, { contactId, assignedTo: admin.id });
  await addContactTag.execute(admin, { contactId, tag: secret });
  const answer = await reply.execute(admin, { conversationId, body: `How can I help the ${secret}?` });
  await addTag.execute(admin, { conversationId, tag: secret });
  const conversationNote = await addNote.execute(admin, { conversationId, message: `About the ${secret}` });
  const mentions = [admin.id];
  await addNote.execute(systemActor(companyId), { conversationId, message: `Look at the ${secret}`, mentions });
  const notified = await listNotifications.execute(admin, {});
  const note = await createContactNote.execute(admin, { contactId, message: `The ${secret} called` });
  const later = { sendAt: new Date(Date.now() + 300 * 86_400_000).toISOString(), message: `The ${secret} is here` };
  const scheduled = await createScheduled.execute(admin, { conversationId, ...later });
  const task = await createTask.execute(admin, { title: `Call the ${secret}`, conversationId, contactId });
  const ids = {
    integrationRunId: await furnishIntegrationRun(admin, conversationId),
    csatResponseId: await furnishSurvey(admin, { channelId, conversationId, messageId: answer.id }),
    conversationId,
    ...(await furnishMerge(admin, channelId, contactId)),
    contactId,
    messageId: answer.id,
    noteId: note.id,
    conversationNoteId: conversationNote.id,
    taskId: task.id,
    scheduledId: scheduled.id,
    tomorrow: new Date(Date.now() + 86_400_000).toISOString(),
    notificationId: notified.data[0]?.id ?? "",
  };
  return { visitor, ids };
}

/** A webhook that gets none of the tests' events, and one attempt in its log. */
async function furnishWebhook(admin: Actor): Promise<Given> {
  const wanted = { url: "https://hooks.invalid/parley", eventTypes: ["contact/deleted" as const] };
  const { id } = await createWebhook.execute(admin, wanted);
  const webhookLogId = await inTransaction(admin.companyId, async () => {
    const webhook = await readableWebhook(admin, id);
    const body = JSON.stringify({ event: "contact/deleted", word: secretWordOf(admin.companyId) });
    const answer = { statusCode: 500, responseBody: "no", errorMessage: "The receiver answered 500.", success: false };
    const outcome = { ...answer, startedAt: now(), durationMs: 3, retryable: true };
    const asked = { event: "contact/deleted", body, eventId: id, sequence: null, deliveryId: null };
    return recordAttempt(admin, webhook, subscriptionOf(webhook), asked, outcome);
  });
  return { webhookId: id, webhookLogId };
}

/** What a company may hold besides its people, its web channel and its chatbot. */
export const allFurniture = [
  "talk",
  "team",
  "automation",
  "rule",
  "webhook",
  "whatsapp",
  "fulfillment",
  "records",
] as const;
export type Furniture = (typeof allFurniture)[number];

type Furnished = { given: Given; visitor: Actor | undefined };

/** What happened in the conversation of `talk`. */
async function furnishAbout(admin: Actor, chatbotId: string, conversationId: string, has: (one: Furniture) => boolean) {
  return {
    ...(has("rule") ? await furnishRule(admin, conversationId) : {}),
    ...(has("fulfillment") ? await furnishFulfillment(admin, chatbotId, conversationId) : {}),
  };
}

/** What of everything that operations name is wanted, made by the operations themselves; the admin holds it all. */
export async function furnish(admin: Actor, made: Made, wanted: readonly Furniture[]): Promise<Furnished> {
  const { companyId, userId, channelId, chatbotId, phaseIds } = made;
  const has = (one: Furniture) => wanted.includes(one);
  const talk = has("talk") ? await furnishTalk(admin, channelId) : undefined;
  const about = talk?.ids.conversationId ?? "";
  if (!talk && (has("rule") || has("fulfillment")))
    throw new Error("a rule and a call are about the talk: furnish it too");
  const given = {
    companyId,
    userId,
    channelId,
    chatbotId,
    ...{ phaseId: phaseIds[1] ?? "", emptyPhaseId: phaseIds[3] ?? "" },
    ...talk?.ids,
    ...(has("team") ? await furnishTeam(admin) : {}),
    ...(has("automation") ? await furnishAutomation(admin) : {}),
    ...(has("webhook") ? await furnishWebhook(admin) : {}),
    ...(has("whatsapp") ? await furnishWhatsapp(admin) : {}),
    ...(await furnishAbout(admin, chatbotId, about, has)),
    ...(has("records") ? await furnishRecords(admin, channelId) : {}),
  };
  return { given, visitor: talk?.visitor };
}
