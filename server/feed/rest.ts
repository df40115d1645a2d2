import { type Route, route } from "#server/kit/rest/route.ts";
import { listEvents } from "./reading.ts";

export const feedRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/events",
    operation: listEvents,
    tag: "Event feed",
    summary: "Read events",
    description:
      "The company's events in their exact order, with the bodies that webhooks send. Read on from `nextCursor`: nothing is missed, nothing comes twice. With `wait` the answer waits for the next event. What a deleted record's events say of a person is taken out seconds after the deletion. With `Accept: text/event-stream` the same comes as server-sent events, whose `id` is the cursor; `Last-Event-ID` reads on.",
    errors: ["rate_limited"],
  }),
];
