import { z } from "zod";
import { type Task, task } from "#server/kit/jobs/task.ts";
import { eventPayload } from "#server/kit/relay/consumer.ts";
import { disconnectDrained } from "./connection/disconnecting.ts";
import { tend } from "./connection/tending.ts";
import { runImport } from "./history/running.ts";
import { processInbound } from "./inbound/processing.ts";
import { fetchMissing } from "./media/fetching.ts";
import { sendReaction } from "./outbound/reacting.ts";
import { tellSeen } from "./outbound/read-marks.ts";
import { sendWaiting } from "./outbound/sending.ts";

/** A message of the team waits, or its conversation is to be tried again. */
const send = task({
  name: "channels.send",
  callsOut: true,
  payload: z.object({ companyId: z.uuid(), conversationId: z.uuid().nullable() }),
  async run({ actor, payload: { conversationId } }) {
    if (conversationId) await sendWaiting(actor, conversationId);
  },
});

const receive = task({
  name: "channels.receive",
  payload: z.object({ companyId: z.uuid(), channelId: z.uuid() }),
  run: ({ actor, payload }) => processInbound(actor, payload.channelId),
});

/** Sends the platform a read mark after a person has read the visitor's messages. Tried once; a failure is ignored. */
const markRead = task({
  name: "channels.markRead",
  callsOut: true,
  payload: eventPayload,
  async run({ actor, payload: { conversationId } }) {
    if (conversationId) await tellSeen(actor, conversationId, false);
  },
});

/** The team's reaction to a message is another one. */
const react = task({
  name: "channels.react",
  callsOut: true,
  payload: eventPayload,
  async run({ actor, payload: { conversationId, messageId } }) {
    if (conversationId && messageId) await sendReaction(actor, conversationId, messageId);
  },
});

/** Files of visitors that could not be fetched are asked for again. */
const fetchFiles = task({
  name: "channels.fetchMissing",
  callsOut: true,
  payload: z.object({ companyId: z.uuid(), channelId: z.uuid() }),
  run: ({ actor, payload }) => fetchMissing(actor, payload.channelId),
});

/** What a phone app has shared of its past is written. */
const writeHistory = task({
  name: "channels.writeHistory",
  payload: z.object({ companyId: z.uuid(), channelId: z.uuid() }),
  run: ({ actor, payload }) => runImport(actor, payload.channelId),
});

/** A channel is to be cut from its platform, once nothing waits any more. */
const disconnect = task({
  name: "channels.disconnect",
  callsOut: true,
  payload: z.object({ companyId: z.uuid(), channelId: z.uuid() }),
  run: ({ actor, payload }) => disconnectDrained(actor, payload.channelId),
});

/** The platform has said something of a number that a check tells in full. */
const check = task({
  name: "channels.check",
  callsOut: true,
  payload: z.object({ companyId: z.uuid(), channelId: z.uuid() }),
  run: ({ actor, payload }) => tend(actor, payload.channelId),
});

export const channelTasks: readonly Task[] = [
  ...[send, receive, markRead, react],
  ...[fetchFiles, writeHistory, disconnect, check],
];
