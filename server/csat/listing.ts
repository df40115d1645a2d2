import type { z } from "zod";
import { invalidField, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { readableConversations } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import type { CsatResponse } from "#server/db/generated/client.ts";
import { readableResponse } from "./access.ts";
import { goodFrom } from "./choices.ts";
import { countResponses, responsesPage } from "./listing.sql.ts";
import { csatPage, csatResponseIdInput, csatResponseSchema, listCsatInput } from "./schema.ts";

/** With what is known today of their conversations. */
async function view(actor: Actor, found: readonly CsatResponse[]): Promise<z.input<typeof csatResponseSchema>[]> {
  const ids = [...new Set(found.map(({ conversationId }) => conversationId))];
  const known = new Map((await readableConversations(actor, ids)).map((one) => [one.id, one]));
  return found.map((one) => {
    const { contactId = null, visitorName = "", channel = "WEB" } = known.get(one.conversationId) ?? {};
    return { ...one, contactId, visitorName, channel, good: one.rating === null ? null : one.rating >= goodFrom };
  });
}

function afterOf(list: object, cursor: string | undefined): string | null {
  if (!cursor) return null;
  const [id] = decodeCursor(list, cursor);
  if (typeof id !== "string" || !isId(id)) throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
  return id;
}

/** GET /v1/csat-responses: the newest first. */
export const listCsatResponses = query({
  name: "csat.list",
  access: "clients_read",
  input: listCsatInput,
  output: csatPage,
  example: () => ({ state: ["answered"], good: false }),
  async run({ actor, input }) {
    const { limit, offset, page, cursor, ...filters } = input;
    const request = { limit, offset, page, cursor };
    const after = afterOf(filters, cursor);
    const skip = after ? 0 : offsetOf(request);
    const total = await countResponses(actor, filters);
    const found = await responsesPage(actor, filters, { after, take: limit + 1, skip });
    const data = found.slice(0, limit);
    const hasMore = found.length > limit;
    const last = data.at(-1);
    const next = hasMore && last ? encodeCursor(filters, [last.id]) : null;
    return { pagination: paginate(request, total, hasMore, next), data: await view(actor, data) };
  },
});

/** GET /v1/csat-responses/{csatResponseId} */
export const readCsatResponse = query({
  name: "csat.read",
  access: "clients_read",
  input: csatResponseIdInput,
  output: csatResponseSchema,
  example: (given) => ({ csatResponseId: given.csatResponseId ?? "" }),
  async run({ actor, input }) {
    const [found] = await view(actor, [await readableResponse(actor, input.csatResponseId)]);
    if (!found) throw notFound("response");
    return found;
  },
});
