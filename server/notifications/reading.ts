import { z } from "zod";
import { invalidField, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { readableConversations } from "#server/conversations/access.sql.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { markReadInput, notificationIdInput } from "./schema.ts";

/** POST /v1/notifications/{notificationId}/read; a repeat changes nothing. */
export const readNotification = command({
  name: "notifications.read",
  access: "anyone",
  input: notificationIdInput,
  output: z.object({ id: z.string(), read: z.literal(true) }),
  example: (given) => ({ notificationId: given.notificationId ?? "" }),
  async run({ actor: { companyId, userId }, input: { notificationId: id }, now, emit }) {
    const own = { companyId, id, userId: userId ?? "" };
    const found = isId(id) && userId ? await prisma.notification.findFirst({ where: own }) : undefined;
    if (!found || !userId) throw notFound("notification");
    const { count } = await prisma.notification.updateMany({ where: { ...own, readAt: null }, data: { readAt: now } });
    if (count > 0) emit({ type: "notification/changed", data: { people: [{ userId }] } });
    return { id, read: true as const };
  },
});

/** POST /v1/notifications/read: all of one's own, or those about one conversation. */
export const markNotificationsRead = command({
  name: "notifications.markRead",
  access: "anyone",
  input: markReadInput,
  output: z.object({ read: z.int().meta({ description: "How many had not been read." }) }),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input: { conversationId }, now, emit }) {
    const { companyId, userId } = actor;
    if (
      conversationId !== undefined &&
      (await readableConversations(actor, [conversationId].filter(isId))).length === 0
    )
      throw invalidField("conversationId", "No such conversation.", "unknown_reference");
    if (!userId) return { read: 0 };
    const where = { companyId, userId, readAt: null, ...(conversationId ? { conversationId } : {}) };
    const { count } = await prisma.notification.updateMany({ where, data: { readAt: now } });
    if (count > 0) emit({ type: "notification/changed", data: { people: [{ userId }] } });
    return { read: count };
  },
});
