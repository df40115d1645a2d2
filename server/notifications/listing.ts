import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { offsetOf, paginate } from "#server/core/pagination.ts";
import { countNotifications, findNotifications } from "./listing.sql.ts";
import { listNotificationsInput, notificationPage, unreadSchema } from "./schema.ts";
import { viewNotifications } from "./viewing.ts";

/** GET /v1/notifications: one's own, the newest first. */
export const listNotifications = query({
  name: "notifications.list",
  access: "anyone",
  input: listNotificationsInput,
  output: notificationPage,
  example: () => ({}),
  async run({ actor, input }) {
    const total = await countNotifications(actor, input.unread);
    const page = { limit: input.limit, offset: offsetOf(input) };
    const found = await findNotifications(actor, input.unread, page);
    return { pagination: paginate(input, total, false, null), data: await viewNotifications(actor, found) };
  },
});

/** GET /v1/notifications/unread */
export const countUnread = query({
  name: "notifications.unread",
  access: "anyone",
  input: z.object({}),
  output: unreadSchema,
  example: () => ({}),
  run: async ({ actor }) => ({ unread: await countNotifications(actor, true) }),
});
