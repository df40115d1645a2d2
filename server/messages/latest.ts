import { z } from "zod";
import { isId } from "#server/base/ids.ts";
import { query } from "#server/core/operation.ts";
import { knownMessage, latestInboundId } from "./external.sql.ts";
import { wasOpenedSince } from "./said.sql.ts";

/** The platform's id of the visitor's latest message. */
export const latestInbound = query({
  name: "messages.latestInbound",
  access: "system",
  input: z.object({ conversationId: z.string() }),
  output: z.object({ externalId: z.string().nullable() }),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input }) {
    if (!isId(input.conversationId)) return { externalId: null };
    return { externalId: (await latestInboundId(actor, input.conversationId)) ?? null };
  },
});

/** Whether a message of the platform has been stored already. */
export const knowsExternal = query({
  name: "messages.knowsExternal",
  access: "system",
  input: z.object({ channelId: z.string(), externalId: z.string() }),
  output: z.object({ known: z.boolean() }),
  example: (given) => ({ channelId: given.channelId ?? "", externalId: "wamid.example" }),
  async run({ actor, input }) {
    if (!isId(input.channelId)) return { known: false };
    return { known: (await knownMessage(actor, input.channelId, input.externalId)) !== undefined };
  },
});

/** Whether somebody has opened the conversation again since a time: whoever did waits for an answer. */
export const openedSince = query({
  name: "messages.openedSince",
  access: "system",
  input: z.object({ conversationId: z.uuid(), since: z.date() }),
  output: z.object({ opened: z.boolean() }),
  example: (given) => ({ conversationId: given.conversationId ?? "", since: new Date(0) }),
  async run({ actor: { companyId }, input: { conversationId, since } }) {
    return { opened: await wasOpenedSince({ companyId, id: conversationId }, since) };
  },
});
