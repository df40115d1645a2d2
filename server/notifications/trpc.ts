import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { countUnread, listNotifications } from "./listing.ts";
import { readPreferences, updatePreferences } from "./preferring.ts";
import { markNotificationsRead, readNotification } from "./reading.ts";

export const notificationsRouter = router({
  list: query(listNotifications),
  unread: query(countUnread),
  preferences: query(readPreferences),
  read: mutation(readNotification),
  markRead: mutation(markNotificationsRead),
  updatePreferences: mutation(updatePreferences),
});
