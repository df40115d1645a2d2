import { type Route, route } from "#server/kit/rest/route.ts";
import { countUnread, listNotifications } from "./listing.ts";
import { markNotificationsRead, readNotification } from "./reading.ts";

const tag = "Notifications";
const all = "/v1/notifications";

export const notificationRoutes: Route[] = [
  route({
    method: "get",
    path: all,
    operation: listNotifications,
    tag,
    summary: "List one's own notifications",
    description: "Those of the token's owner, the newest first. They are kept for 90 days.",
  }),
  route({
    method: "get",
    path: `${all}/unread`,
    operation: countUnread,
    tag,
    summary: "Count one's own notifications that have not been read",
  }),
  route({
    method: "post",
    path: `${all}/read`,
    operation: markNotificationsRead,
    tag,
    summary: "Mark notifications as read",
    description: "All of the token's owner, or those about one conversation.",
  }),
  route({
    method: "post",
    path: `${all}/{notificationId}/read`,
    operation: readNotification,
    tag,
    summary: "Mark one notification as read",
  }),
];
