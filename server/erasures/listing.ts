import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor } from "#server/core/pagination.ts";
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
  async run({ actor: { companyId }, input: { limit, cursor } }) {
    const [after] = cursor === undefined ? [] : decodeCursor(list, cursor);
    const found = await prisma.erasure.findMany({
      where: { companyId, ...(isId(after) ? { id: { lt: after } } : {}) },
      orderBy: { id: "desc" },
      take: limit + 1,
    });
    const data = found.slice(0, limit);
    const last = data.at(-1);
    return { data, nextCursor: found.length > limit && last ? encodeCursor(list, [last.id]) : null };
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
