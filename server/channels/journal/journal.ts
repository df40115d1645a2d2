import { z } from "zod";
import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { command, query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor } from "#server/core/pagination.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { inboundListInput, inboundPageSchema, inboundPayloadSchema } from "../connection/schema.ts";
import { findPayload, findPayloads } from "./payloads.sql.ts";

const example = (given: Readonly<Record<string, string>>) => ({
  payloadId: given.inboundPayloadId ?? given.companyId ?? "",
});

/** What came from the platforms, newest first. */
export const listInbound = query({
  name: "channels.inbound",
  access: "admin",
  input: inboundListInput,
  output: inboundPageSchema,
  example: () => ({}),
  async run({ actor, input }) {
    const { channelId, status, platform, kind, limit, cursor } = input;
    const list = { channelId, status, platform, kind };
    const [before] = cursor ? decodeCursor(list, cursor) : [];
    const filters = { companyId: actor.companyId, ...list, before: isId(before) ? before : undefined };
    const found = await findPayloads(filters, limit + 1);
    const data = found.slice(0, limit);
    const last = data.at(-1);
    return { data, pagination: { nextCursor: found.length > limit && last ? encodeCursor(list, [last.id]) : null } };
  },
});

/** One payload as it came. */
export const readInbound = query({
  name: "channels.inboundPayload",
  access: "admin",
  input: z.object({ payloadId: z.string() }),
  output: inboundPayloadSchema,
  example,
  async run({ actor, input }) {
    const found = isId(input.payloadId) ? await findPayload(actor.companyId, input.payloadId) : undefined;
    if (!found) throw notFound("payload");
    return found;
  },
});

/** Queues a payload again. What it has already done is not repeated; wrongly signed ones are never processed. */
export const reprocessInbound = command({
  name: "channels.reprocess",
  access: "admin",
  input: z.object({ payloadId: z.string() }),
  output: z.object({ id: z.string(), status: z.string() }),
  example,
  async run({ actor, input, emit }) {
    const { companyId } = actor;
    const found = await lockRow("inbound_payloads", { companyId, id: input.payloadId });
    if (!found) throw notFound("payload");
    // Without a channel it is not ours, or not any more.
    const { channelId } = found;
    const stays = found.status === "rejected" || found.status === "received";
    if (stays || !channelId) return { id: found.id, status: found.status };
    await prisma.inboundPayload.update({
      where: { companyId_id: { companyId, id: found.id } },
      data: { status: "received", error: null, attempts: 0, processedAt: null },
      select: { id: true },
    });
    emit({ type: "channel/changed", channelId, data: { id: channelId, inbound: true } });
    return { id: found.id, status: "received" };
  },
});
