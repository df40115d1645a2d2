import type { ActionCall } from "#server/actions/schema.ts";
import { ownerFor, scopeOf } from "#server/answers/access.ts";
import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockMacro } from "./access.ts";
import { maxMacros } from "./choices.ts";
import { createMacroInput, deletedMacroSchema, deleteMacroInput, macroSchema, updateMacroInput } from "./schema.ts";
import { viewMacro } from "./viewing.ts";

/** One change at a time in a company, for keys and numbers; taken before any row. */
const takeTurnAtMacros = ({ companyId }: Pick<Actor, "companyId">) => takeTurn(`macros:${companyId}`);

async function requireFreeKey({ companyId }: Actor, ownerId: string | null, key: string): Promise<void> {
  if (key === "" || (await prisma.macro.count({ where: { companyId, ownerId, key } })) === 0) return;
  const message = `Another macro has the key ${key}.`;
  throw new AppError("already_exists", { message, details: [{ field: "key", code: "already_exists", message }] });
}

async function requireRoom({ companyId }: Actor): Promise<void> {
  if ((await prisma.macro.count({ where: { companyId } })) < maxMacros) return;
  const message = `At most ${maxMacros} macros. Delete some first.`;
  throw new AppError("limit_reached", { message, extra: { limit: maxMacros } });
}

/** Whose screens show it: everybody's, or its owner's; of one that changed hands, everybody's. */
function tell(
  { emit }: Pick<CommandContext<unknown>, "emit">,
  id: string,
  owners: readonly (string | null)[],
  name?: string,
): void {
  const [owner = null] = owners;
  const alone = owner !== null && owners.every((one) => one === owner);
  emit({ type: "macro/changed", data: { id, ...(alone ? { userId: owner } : { name }) } });
}

/** POST /v1/macros */
export const createMacro = command({
  name: "macros.create",
  access: "chat_talk",
  input: createMacroInput,
  output: macroSchema,
  example: () => ({
    name: "Thank and close",
    actions: [
      { name: "reply" as const, input: { body: "Thank you, {{contact.firstName|friend}}!" } },
      { name: "close" as const, input: { isLead: false } },
    ],
  }),
  async run(context) {
    const { actor, input, now } = context;
    const { scope, name, key } = input;
    const actions = input.actions as ActionCall[];
    const ownerId = ownerFor(actor, scope);
    await takeTurnAtMacros(actor);
    await requireFreeKey(actor, ownerId, key);
    await requireRoom(actor);
    const own = { companyId: actor.companyId, id: newId(), ownerId, createdAt: now, updatedAt: now };
    const made = await prisma.macro.create({ data: { ...own, name, key, actions } });
    tell(context, made.id, [ownerId]);
    return viewMacro(made);
  },
});

/** PATCH /v1/macros/{macroId} */
export const updateMacro = command({
  name: "macros.update",
  access: "chat_talk",
  input: updateMacroInput,
  output: macroSchema,
  example: (given) => ({ macroId: given.macroId ?? "", name: "Thank and close it" }),
  async run(context) {
    const { actor, input } = context;
    await takeTurnAtMacros(actor);
    const before = await lockMacro(actor, input.macroId);
    const { name = before.name, key = before.key, scope = scopeOf(before) } = input;
    const actions = (input.actions as ActionCall[] | undefined) ?? before.actions;
    const ownerId = scope === scopeOf(before) ? before.ownerId : ownerFor(actor, scope);
    requireMatch(input.ifMatch, before.updatedAt);
    if (key !== before.key || ownerId !== before.ownerId) await requireFreeKey(actor, ownerId, key);
    const { companyId, id } = before;
    const data = { name, key, actions, ownerId, updatedAt: momentAfter(before.updatedAt) };
    const after = await prisma.macro.update({ where: { companyId_id: { companyId, id } }, data });
    tell(context, id, [before.ownerId, ownerId]);
    return viewMacro(after);
  },
});

/** DELETE /v1/macros/{macroId} */
export const deleteMacro = command({
  name: "macros.delete",
  access: "chat_talk",
  input: deleteMacroInput,
  output: deletedMacroSchema,
  example: (given) => ({ macroId: given.macroId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    await takeTurnAtMacros(actor);
    const { companyId, id, name, ownerId, updatedAt } = await lockMacro(actor, input.macroId);
    requireMatch(input.ifMatch, updatedAt);
    await prisma.macro.delete({ where: { companyId_id: { companyId, id } } });
    tell(context, id, [ownerId], name);
    return { id, deleted: true as const };
  },
});
