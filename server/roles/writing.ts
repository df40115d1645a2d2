import { isDeepStrictEqual } from "node:util";
import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { presetOf } from "#server/core/permissions.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { requireProof } from "#server/sessions/access.ts";
import { expectSessionChange } from "#server/sessions/authentication.ts";
import { expectTokenChange } from "#server/tokens/authentication.ts";
import { countByRole } from "#server/users/access.ts";
import { countInvitationsWith } from "#server/users/invitations/access.ts";
import { recastUsers } from "#server/users/recasting.ts";
import { lockRole, type RoleRow, readableRole } from "./access.ts";
import {
  checkRole,
  knownChannels,
  mayWiden,
  nameKeyOf,
  requireFreeName,
  requireRoom,
  takeTurnAtRoles,
} from "./checking.ts";
import { createRoleInput, deletedRoleSchema, deleteRoleInput, roleSchema, updateRoleInput } from "./schema.ts";
import { livingChannels, viewRole } from "./viewing.ts";

/** What the audit log tells of a role, and where the row has it. */
const terms = {
  name: "name",
  permissions: "permissions",
  readScope: "readScope",
  writeScope: "writeScope",
  channels: "channelIds",
  unassigned: "unassigned",
  maskedFields: "maskedFields",
} as const;

type Versions = { before?: RoleRow; after?: RoleRow };

/** Only what is other than before; of a role that was made or has gone, all of it. */
function changesBetween({ before, after }: Versions) {
  const both = Object.entries(terms).map(([term, column]) => {
    return [term, { before: before?.[column] ?? null, after: after?.[column] ?? null }] as const;
  });
  return Object.fromEntries(both.filter(([, change]) => !isDeepStrictEqual(change.before, change.after)));
}

/** Tells it, and drops what is cached of everybody: anybody may have it. */
function told({ actor, emit }: CommandContext<unknown>, { id, name }: RoleRow, versions: Versions): void {
  const { companyId } = actor;
  expectSessionChange({ companyId });
  expectTokenChange({ companyId });
  const gone = versions.after ? {} : { deleted: true as const };
  emit({ type: "role/changed", data: { id, name, ...gone, changes: changesBetween(versions) } });
}

/** POST /v1/roles */
export const createRole = command({
  name: "roles.create",
  access: "users_write",
  input: createRoleInput,
  output: roleSchema,
  example: (given) => ({
    name: "Night shift",
    permissions: ["clients_read", "chat_talk"],
    readScope: "channel" as const,
    channels: [given.channelId ?? ""],
    maskedFields: ["phone" as const],
  }),
  async run(context) {
    const { actor, input, now } = context;
    const { companyId } = actor;
    const { name, permissions, readScope, unassigned, maskedFields } = input;
    const channelIds = await knownChannels(actor, input.channels);
    const reach = {
      permissions,
      readScope,
      writeScope: input.writeScope ?? readScope,
      channelIds,
      unassigned,
      maskedFields,
    };
    checkRole(actor, reach);
    await requireProof(context);
    await takeTurnAtRoles(actor);
    await requireRoom(actor);
    await requireFreeName(actor, name);
    const role = { companyId, id: newId(), name, ...reach, createdAt: now, updatedAt: now };
    await prisma.customRole.create({ data: { ...role, nameKey: nameKeyOf(name) } });
    told(context, role, { after: role });
    return viewRole(role, 0, await livingChannels(actor));
  },
});

const reachOf = ({ updatedAt: _at, name: _name, ...reach }: RoleRow) => reach;
const shaped = ({ updatedAt: _at, ...role }: RoleRow) => role;

/** PATCH /v1/roles/{roleId}: what is not given stays. It holds at once for everybody who has the role. */
export const updateRole = command({
  name: "roles.update",
  access: "users_write",
  input: updateRoleInput,
  output: roleSchema,
  example: (given) => ({ roleId: given.roleId ?? "", name: "Early shift" }),
  async run(context) {
    const { actor, input } = context;
    const { roleId, ifMatch, channels, ...given } = input;
    await takeTurnAtRoles(actor);
    const before = await lockRole(actor, roleId);
    const channelIds = channels ? await knownChannels(actor, channels, before.channelIds) : before.channelIds;
    const after = { ...before, ...given, channelIds, updatedAt: momentAfter(before.updatedAt) };
    checkRole(actor, before);
    checkRole(actor, after);
    await mayWiden(actor, before, after);
    const { companyId, id } = before;
    if (nameKeyOf(after.name) !== nameKeyOf(before.name)) await requireFreeName(actor, after.name);
    requireMatch(ifMatch, before.updatedAt);
    const people = (await countByRole(companyId)).get(id) ?? 0;
    const living = await livingChannels(actor);
    if (isDeepStrictEqual(shaped(after), shaped(before))) return viewRole(before, people, living);
    if (!isDeepStrictEqual(reachOf(after), reachOf(before))) await requireProof(context);
    const { companyId: _company, id: _id, createdAt: _createdAt, ...data } = after;
    await prisma.customRole.update({
      where: { companyId_id: { companyId, id } },
      data: { ...data, nameKey: nameKeyOf(after.name) },
    });
    await recastUsers(companyId, id, presetOf(after.permissions));
    told(context, after, { before, after });
    return viewRole(after, people, living);
  },
});

/** DELETE /v1/roles/{roleId}: one that people have stays. */
export const deleteRole = command({
  name: "roles.delete",
  access: "users_write",
  input: deleteRoleInput,
  output: deletedRoleSchema,
  example: (given) => ({ roleId: given.roleId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const { companyId } = actor;
    await takeTurnAtRoles(actor);
    const role = await lockRole(actor, (await readableRole(actor, input.roleId)).id);
    checkRole(actor, role);
    requireMatch(input.ifMatch, role.updatedAt);
    const people = (await countByRole(companyId)).get(role.id) ?? 0;
    if (people > 0) {
      const message = `${people} ${people === 1 ? "user has" : "users have"} this role: give them another first.`;
      throw new AppError("conflict", { message });
    }
    if ((await countInvitationsWith(companyId, role.id)) > 0) {
      const message = "An open invitation gives this role: take it back, or invite with another, first.";
      throw new AppError("conflict", { message });
    }
    await prisma.customRole.delete({ where: { companyId_id: { companyId, id: role.id } } });
    told(context, role, { before: role });
    return { id: role.id, deleted: true as const };
  },
});
