import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { countUnread, listNotifications } from "./listing.ts";
import { readPreferences, updatePreferences } from "./preferring.ts";
import { listDevices, registerDevice, removeDevice } from "./push/devices.ts";
import { testDevice } from "./push/pushing.ts";
import { markNotificationsRead, readNotification } from "./reading.ts";

export const notificationsRouter = router({
  list: query(listNotifications),
  unread: query(countUnread),
  preferences: query(readPreferences),
  devices: query(listDevices),
  registerDevice: mutation(registerDevice),
  removeDevice: mutation(removeDevice),
  testDevice: mutation(testDevice),
  read: mutation(readNotification),
  markRead: mutation(markNotificationsRead),
  updatePreferences: mutation(updatePreferences),
});
