import { isCause } from "#server/integrations/runs/planning.ts";
import { afterDeletion } from "#server/kit/jobs/adding.ts";
import type { Consumer } from "#server/kit/relay/consumer.ts";

/** All consumers that get events as jobs. Sockets are not among them: they follow the relay directly. */
export const consumers: readonly Consumer[] = [
  {
    name: "bot",
    wants: (event) => event.messageFrom === "visitor" && event.botHears === true,
    task: "bot.turn",
    priority: -10,
  },
  {
    name: "channels",
    wants: (event) => event.type === "conversation/message" && event.toSend === true,
    task: "channels.send",
    priority: -5,
  },
  {
    name: "read marks",
    wants: (event) => event.type === "conversation/read" && event.channelId !== null,
    task: "channels.markRead",
    maxAttempts: 2,
    priority: 5,
  },
  {
    name: "reactions",
    wants: (event) => event.type === "message/changed" && event.data.reacted === true && event.channelId !== null,
    task: "channels.react",
    maxAttempts: 4,
    priority: 5,
  },
  {
    name: "template changes",
    wants: (event) => event.type === "template/changed" && event.data.waiting === true,
    task: "templates.submit",
  },
  {
    name: "template sync",
    // A number that is connected, or is again, has its templates at once (channels.md 5).
    wants: (event) =>
      event.type === "template/sync" ||
      (event.type === "channel/health_changed" && event.data.type === "WHATSAPP_API" && event.data.connected === true),
    task: "templates.pull",
  },
  {
    name: "template sends",
    wants: (event) => event.type === "template/sending",
    task: "templates.deliver",
    priority: -5,
  },
  { name: "campaigns", wants: (event) => event.type === "campaign/run", task: "campaigns.run", priority: 5 },
  {
    name: "disconnections",
    wants: (event) => event.type === "channel/changed" && event.data.disconnecting === true,
    task: "channels.disconnect",
  },
  {
    name: "checks",
    wants: (event) => event.type === "channel/changed" && event.data.doubtful === true,
    task: "channels.check",
    priority: 5,
  },
  {
    name: "uploads",
    wants: (event) => event.type === "conversation/deleted",
    task: "uploads.remove",
    priority: afterDeletion,
  },
  {
    name: "pushes",
    wants: (event) => event.type === "notification/changed" && event.data.people.some(({ made }) => made?.push),
    task: "notifications.push",
    maxAttempts: 4,
  },
  {
    name: "integrations",
    wants: isCause,
    task: "integrations.plan",
    priority: 5,
  },
  {
    name: "notification mails",
    wants: (event) => event.type === "notification/changed" && event.data.people.some(({ made }) => made?.email),
    task: "notifications.mailLater",
    priority: 10,
  },
  {
    name: "erasures",
    wants: (event) => event.type === "contact/deleted" || event.type === "conversation/deleted",
    task: "erasures.scrub",
    priority: afterDeletion,
  },
];
