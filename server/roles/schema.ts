import { z } from "zod";
import { dateOut, idField, ifMatchField } from "#server/core/fields.ts";
import { maskable, rolePermissionNames, scopes } from "#server/core/permissions.ts";
import { maxRoleChannels } from "./choices.ts";

const permissionsField = z
  .array(z.enum(rolePermissionNames as [string, ...string[]]))
  .max(rolePermissionNames.length)
  .transform((names) => rolePermissionNames.filter((name) => names.includes(name)))
  .meta({
    description: "What its people may do: names of permissions, none beyond one's own.",
    type: "array",
    items: { type: "string", enum: rolePermissionNames },
  });
const reach =
  "all; team: what the person's teams have; channel: what came by the role's channels; assigned: their own.";
const readField = z.enum(scopes).meta({ description: `How far clients_read reaches. ${reach} Each holds the own.` });
const writeField = z
  .enum(scopes)
  .meta({ description: `How far clients_write and chat_talk reach: not further than reading. ${reach}` });
const channelsField = z
  .array(z.string().max(64))
  .max(maxRoleChannels)
  .meta({ description: "Ids of the channels that the scope channel means." });
const unassignedField = z
  .boolean()
  .meta({ description: "Whether what is assigned to nobody is seen too, whatever the scope." });
const masksField = z
  .array(z.enum(maskable))
  .max(maskable.length)
  .transform((names) => maskable.filter((name) => names.includes(name)))
  .meta({
    description:
      "What is shown of contacts and visitors only masked, and not found by: email, phone. With any of them also the custom fields marked as personal data.",
    type: "array",
    items: { type: "string", enum: [...maskable] },
  });

export const roleSchema = z
  .object({
    id: idField,
    name: z.string(),
    permissions: z.array(z.string()).meta({ description: "What its people may do, by the names of permissions." }),
    readScope: readField,
    writeScope: writeField,
    channels: z.array(z.string()).meta({ description: "Ids of the channels that the scope channel means." }),
    unassigned: unassignedField,
    maskedFields: z.array(z.enum(maskable)).meta({ description: "What is shown of people only masked." }),
    people: z.int().meta({ description: "How many users have it, deactivated ones included." }),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "Role", description: "A role that the company has defined, beside the four that exist." });
export type Role = z.infer<typeof roleSchema>;

const nameField = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .meta({ description: "1 to 60 characters, unique whatever the case." });

export const createRoleInput = z.object({
  name: nameField,
  permissions: permissionsField,
  readScope: readField.default("all"),
  writeScope: writeField.optional(),
  channels: channelsField.default([]),
  unassigned: unassignedField.default(false),
  maskedFields: masksField.default([]),
});
export const roleIdInput = z.object({ roleId: z.string() });
export const deleteRoleInput = roleIdInput.extend({ ifMatch: ifMatchField });
export const updateRoleInput = z.object({
  roleId: z.string(),
  name: nameField.optional(),
  permissions: permissionsField.optional(),
  readScope: readField.optional(),
  writeScope: writeField.optional(),
  channels: channelsField.optional(),
  unassigned: unassignedField.optional(),
  maskedFields: masksField.optional(),
  ifMatch: ifMatchField,
});
export const deletedRoleSchema = z.object({ id: idField, deleted: z.literal(true) });

/** What everybody of the team may know of roles: their names. */
export const roleNameSchema = roleSchema.pick({ id: true, name: true });
