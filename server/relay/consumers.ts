import type { Consumer } from "./consumer.ts";

/** Everybody who is told of events by a job. Sockets are not here: they follow the relay directly. */
export const consumers: readonly Consumer[] = [
  {
    name: "bot",
    wants: (event) => event.type === "conversation/message" && event.messageFrom === "visitor",
    task: "bot.turn",
    priority: -10,
  },
  { name: "uploads", wants: (event) => event.type === "conversation/deleted", task: "uploads.remove" },
];
