import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { prisma } from "#server/db/prisma.ts";
import { erasureIdInput, erasureSchema, listErasuresInput, listErasuresOutput } from "./schema.ts";

const list = { list: "erasures" };

/** GET /v1/erasures: the certificates, the newest first. */
export const listErasures = query({
  name: "erasures.list",
  access: "admin",
  input: listErasuresInput,
  output: listErasuresOutput,
  example: () => ({}),
  async run({ actor: { companyId }, input }) {
    const { limit, cursor } = input;
    const [after] = cursor === undefined ? [] : decodeCursor(list, cursor);
    const total = await prisma.erasure.count({ where: { companyId } });
    const found = await prisma.erasure.findMany({
      where: { companyId, ...(isId(after) ? { id: { lt: after } } : {}) },
      orderBy: { id: "desc" },
      take: limit + 1,
      skip: cursor === undefined ? offsetOf(input) : 0,
    });
    const data = found.slice(0, limit);
    const last = data.at(-1);
    const hasMore = found.length > limit;
    const nextCursor = hasMore && last ? encodeCursor(list, [last.id]) : null;
    return { pagination: paginate(input, total, hasMore, nextCursor), data, nextCursor };
  },
});

/** GET /v1/erasures/{erasureId} */
export const readErasure = query({
  name: "erasures.read",
  access: "admin",
  input: erasureIdInput,
  output: erasureSchema,
  example: (given) => ({ erasureId: given.erasureId ?? "" }),
  async run({ actor: { companyId }, input: { erasureId: id } }) {
    const found = isId(id) ? await prisma.erasure.findFirst({ where: { companyId, id } }) : undefined;
    if (!found) throw notFound("erasure");
    return found;
  },
});
