import { z } from "zod";
import { featureNames } from "#server/companies/schema.ts";
import { booleanText, dateOut, emailField, idField, ifMatchField } from "#server/core/fields.ts";
import { pageInput, pageOf } from "#server/core/page-fields.ts";
import { permissionNames, roles } from "#server/core/permissions.ts";

const availabilities = ["online", "away"] as const;
export type Availability = (typeof availabilities)[number];

export const userSchema = z
  .object({
    id: idField,
    name: z.string(),
    email: z.string().meta({ format: "email" }),
    role: z.enum(roles).meta({
      description: "With a custom role the preset that comes nearest, never more than it: agent or viewer.",
    }),
    roleId: z.string().nullable().meta({ description: "Id of the custom role; null: `role` says it." }),
    active: z.boolean().meta({ description: "false: deactivated; the name stays in histories." }),
    avatarUrl: z.string(),
    availability: z.enum(availabilities),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "User", description: "A person of the company's team." });

export type User = z.infer<typeof userSchema>;

export const userPage = pageOf(userSchema).meta({ id: "UserListResponse" });

/** What all team members may know of each other: for assignee menus and bylines. */
export const userNameSchema = z.object({
  id: z.string(),
  name: z.string(),
  avatarUrl: z.string(),
  active: z.boolean(),
  availability: z.enum(availabilities),
  role: z.enum(roles),
});
export type UserName = z.infer<typeof userNameSchema>;

const themes = ["system", "light", "dark"] as const;
export const interfaceLocales = ["en", "es", "pt"] as const;

/** Choices of the interface that follow a person from browser to browser. */
export const preferencesSchema = z.object({
  theme: z.enum(themes).optional(),
  locale: z.enum(interfaceLocales).optional(),
  enterSends: z.boolean().optional(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const profileSchema = z.object({
  user: userSchema,
  company: z.object({
    id: z.string(),
    name: z.string(),
    timeZone: z.string(),
    country: z.string(),
    currency: z.string().meta({ description: "ISO 4217 code of the company's amounts." }),
  }),
  permissions: z.array(z.enum(permissionNames as [string, ...string[]])),
  lacks: z.array(z.enum(featureNames)).meta({ description: "Features that the company's plan leaves out." }),
  preferences: preferencesSchema,
  /** null: signs in through the identity provider only. */
  hasPassword: z.boolean(),
  /** needed: the company asks for it, and nothing else can be done before. */
  secondFactor: z.enum(["off", "on", "needed"]),
  hasPasskey: z.boolean(),
  /** Whether a link for a password can be mailed. */
  mail: z.boolean(),
});
export type Profile = z.infer<typeof profileSchema>;

const nameField = z.string().trim().min(1).max(255).meta({ description: "Name, 1 to 255 characters." });
const roleField = z.enum(roles).meta({ description: "admin, supervisor, agent or viewer." });
/** What may be typed; whether it is good enough is decided with the name and email known. */
export const passwordField = z.string().min(1).max(1000).meta({ description: "8 to 128 characters." });

const roleIdField = z.string().max(64).nullable().optional().meta({
  description: "Id of a custom role, which then says what they may do; null: none, `role` says it.",
});

export const listUsersInput = z.object({
  role: roleField.optional(),
  active: booleanText.optional(),
  search: z.string().trim().max(200).optional().meta({ description: "Part of the name or email." }),
  ...pageInput,
});

export const userIdInput = z.object({ userId: z.string() });

export const createUserInput = z.object({
  name: nameField,
  email: emailField,
  role: roleField,
  roleId: roleIdField,
  password: passwordField.optional().meta({ description: "Without one the user cannot sign in with a password." }),
});

export const updateUserInput = z.object({
  userId: z.string(),
  name: nameField.optional(),
  email: emailField.optional(),
  role: roleField.optional(),
  roleId: roleIdField,
  active: z.boolean().optional(),
  password: passwordField.optional().meta({ description: "A new password; ends all sessions of the user." }),
  ifMatch: ifMatchField,
});

export const updateProfileInput = z.object({
  name: nameField.optional(),
  availability: z.enum(availabilities).optional(),
  preferences: preferencesSchema.optional().meta({ description: "Only the given keys change." }),
});

export const changePasswordInput = z.object({ currentPassword: z.string().max(1000), newPassword: passwordField });
