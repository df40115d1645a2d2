import { z } from "zod";
import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { command, query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor } from "#server/core/pagination.ts";
import { empty, execute, row, rows, sql } from "#server/db/sql.ts";
import {
  inboundListInput,
  inboundPageSchema,
  inboundPayloadSchema,
  type inboundRowSchema,
} from "../connection/schema.ts";

type Row = z.input<typeof inboundRowSchema>;
const columns = sql`p."id", p."channelId", p."platform", p."status", p."error", coalesce(p."kinds", '{}') as "kinds",
  p."attempts", octet_length(p."body") as "size", p."receivedAt", p."processedAt"`;

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
    const wanted = [
      channelId === undefined ? empty : sql` and p."channelId"::text = ${channelId}`,
      status === undefined ? empty : sql` and p."status" = ${status}`,
      platform === undefined ? empty : sql` and p."platform" = ${platform}`,
      kind === undefined ? empty : sql` and ${kind} = any(p."kinds")`,
      isId(before) ? sql` and p."id" < ${before}::uuid` : empty,
    ];
    const [a, b, c, d, e] = wanted;
    const found = await rows<Row>(sql`
      select ${columns} from inbound_payloads p
      where p."companyId" = ${actor.companyId}${a}${b}${c}${d}${e} order by p."id" desc limit ${limit + 1}`);
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
    const found = isId(input.payloadId)
      ? await row<z.input<typeof inboundPayloadSchema>>(sql`
          select ${columns}, p."body", p."headers", p."signatureOk" from inbound_payloads p
          where p."companyId" = ${actor.companyId} and p."id" = ${input.payloadId}`)
      : undefined;
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
    const own = sql`"companyId" = ${actor.companyId}`;
    const found = isId(input.payloadId)
      ? await row<{ id: string; channelId: string | null; status: string }>(sql`
          select "id", "channelId", "status" from inbound_payloads where ${own} and "id" = ${input.payloadId} for update`)
      : undefined;
    if (!found) throw notFound("payload");
    // Without a channel it is not ours, or not any more.
    const { channelId } = found;
    const stays = found.status === "rejected" || found.status === "received";
    if (stays || !channelId) return { id: found.id, status: found.status };
    await execute(sql`
      update inbound_payloads set "status" = 'received', "error" = null, "attempts" = 0, "processedAt" = null
      where ${own} and "id" = ${found.id}`);
    emit({ type: "channel/changed", channelId, data: { id: channelId, inbound: true } });
    return { id: found.id, status: "received" };
  },
});
