import type { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { channelsOf } from "#server/channels/access.ts";
import { readableConversations } from "#server/conversations/access.sql.ts";
import { type Actor, can } from "#server/core/actor.ts";
import type { Notification } from "#server/db/generated/client.ts";
import { fileNamesOf } from "#server/imports/access.ts";
import { historyNamesOf } from "#server/imports/histories/managing.ts";
import { integrationNamesOf } from "#server/integrations/access.ts";
import { lastWordsOf } from "#server/messages/said.sql.ts";
import { textsOf } from "#server/notes/access.ts";
import { titlesOf } from "#server/tasks/access.ts";
import { namesOf } from "#server/users/listing.sql.ts";
import { readableWebhook } from "#server/webhooks/access.ts";
import type { notificationSchema } from "./schema.ts";

type Shown = z.input<typeof notificationSchema>;

const present = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];

/** A webhook's host; empty where it is gone or not the reader's business. */
async function hostOf(actor: Actor, id: string): Promise<string> {
  if (!can(actor, "webhooks_read")) return "";
  try {
    return new URL((await readableWebhook(actor, id)).url).host;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return "";
    throw error;
  }
}

/** What notifications are about beyond conversations, by id. */
async function placesOf(actor: Actor, found: readonly Notification[]): Promise<Map<string, string>> {
  const about = (kind: Notification["kind"]) => present(found.map((one) => (one.kind === kind ? one.aboutId : null)));
  const channels = about("channel_failing").length > 0 ? await channelsOf(actor) : [];
  const webhooks = await Promise.all(
    [...about("webhook_failing"), ...about("webhook_held")].map(
      async (id): Promise<[string, string]> => [id, await hostOf(actor, id)],
    ),
  );
  const tasks = await titlesOf(actor, about("task_due"));
  const files = [
    ...(await fileNamesOf(actor, about("import_done"))),
    ...(await historyNamesOf(actor, about("import_done"))),
  ];
  const integrations = await integrationNamesOf(actor, about("integration_failing"));
  const labels = channels.map(({ id, label }): [string, string] => [id, label]);
  return new Map([...labels, ...webhooks, ...integrations, ...tasks, ...files]);
}

const tellsWords = (kind: Notification["kind"]) => kind === "replied" || kind === "unassigned_new";

/** Names and words are read as they are now, and kept nowhere else: what is deleted is gone from here too. */
export async function viewNotifications(actor: Actor, found: readonly Notification[]): Promise<Shown[]> {
  const [conversations, notes, people, places] = await Promise.all([
    readableConversations(actor, present(found.map(({ conversationId }) => conversationId))),
    textsOf(actor, present(found.map(({ noteId }) => noteId))),
    namesOf(actor.companyId),
    placesOf(actor, found),
  ]);
  const waiting = new Set(found.map((one) => (tellsWords(one.kind) ? one.conversationId : null)));
  const asked = conversations.filter(({ id }) => waiting.has(id));
  const said = await lastWordsOf(actor.companyId, asked);
  const rows = new Map(conversations.map((one) => [one.id, one]));
  const colleagues = new Map(people.map(({ id, name }) => [id, { id, name }]));
  return found.map((one) => {
    const conversation = one.conversationId ? rows.get(one.conversationId) : undefined;
    // By now the conversation's last message may be an answer.
    const words = tellsWords(one.kind) ? said.get(conversation?.id ?? "") : "";
    return {
      ...one,
      name: conversation?.visitorName ?? places.get(one.aboutId) ?? "",
      text: one.noteId ? (notes.get(one.noteId) ?? "") : (words ?? ""),
      actor: one.actorId ? (colleagues.get(one.actorId) ?? null) : null,
    };
  });
}
