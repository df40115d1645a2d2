import { z } from "zod";
import { invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableMacro, visibleTo } from "./access.ts";
import { maxMacros } from "./choices.ts";
import { listMacrosInput, macroIdInput, macroPage, macroSchema } from "./schema.ts";
import { viewMacro } from "./viewing.ts";

/** GET /v1/macros: the oldest first. */
export const listMacros = query({
  name: "macros.list",
  access: "chat_talk",
  input: listMacrosInput,
  output: macroPage,
  example: () => ({ scope: "company" as const }),
  async run({ actor, input }) {
    const { scope, ...request } = input;
    const list = { scope };
    const [after] = request.cursor ? decodeCursor(list, request.cursor) : [];
    if (after !== undefined && !(typeof after === "string" && isId(after)))
      throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
    const owned = scope ? [{ ownerId: scope === "company" ? null : { not: null } }] : [];
    const where = { ...visibleTo(actor), AND: owned };
    const total = await prisma.macro.count({ where });
    const found = await prisma.macro.findMany({
      where: { ...where, AND: [...owned, ...(after ? [{ id: { gt: after } }] : [])] },
      orderBy: { id: "asc" },
      take: request.limit + 1,
      skip: after ? 0 : offsetOf(request),
    });
    const shown = found.slice(0, request.limit);
    const hasMore = found.length > request.limit;
    const nextCursor = hasMore ? encodeCursor(list, [shown.at(-1)?.id ?? ""]) : null;
    return { pagination: paginate(request, total, hasMore, nextCursor), data: shown.map(viewMacro) };
  },
});

/** All that the person can run, by name. */
export const allMacros = query({
  name: "macros.all",
  access: "chat_talk",
  input: z.object({}),
  output: z.array(macroSchema),
  example: () => ({}),
  run: async ({ actor }) => {
    const orderBy = [{ name: "asc" as const }, { id: "asc" as const }];
    return (await prisma.macro.findMany({ where: visibleTo(actor), orderBy, take: maxMacros })).map(viewMacro);
  },
});

/** GET /v1/macros/{macroId} */
export const readMacro = query({
  name: "macros.get",
  access: "chat_talk",
  input: macroIdInput,
  output: macroSchema,
  example: (given) => ({ macroId: given.macroId ?? "" }),
  run: async ({ actor, input }) => viewMacro(await readableMacro(actor, input.macroId)),
});
