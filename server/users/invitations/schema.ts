import { z } from "zod";
import { dateOut, emailField, idField } from "#server/core/fields.ts";
import { roles } from "#server/core/permissions.ts";
import { mailLocales, mailStates } from "#server/mail/choices.ts";
import { passwordField } from "../schema.ts";

export const invitationSchema = z
  .object({
    id: idField,
    email: z.string().meta({ format: "email" }),
    role: z.enum(roles).meta({ description: "With a custom role the preset that comes nearest." }),
    roleId: z.string().nullable().meta({ description: "Id of the custom role; null: `role` says it." }),
    locale: z.enum(mailLocales).meta({ description: "Language of the mail." }),
    invitedBy: z.string().nullable().meta({
      description:
        "Id of the user who invited, or sent it again, by hand or by a token of theirs; null: nobody of the team. It opens nothing while they are deactivated, or could not give that role themselves.",
    }),
    mail: z
      .enum(["none", ...mailStates])
      .meta({ description: "What became of the mail with the newest link; none: it was not sent by mail." }),
    expiresAt: dateOut.meta({ description: "From then on the link opens nothing." }),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "Invitation", description: "A person who was asked to join the team and has not yet." });
export type Invitation = z.infer<typeof invitationSchema>;

const linkField = z.string().meta({ description: "What the person opens. It is shown now and never again." });
export const invitationWithLink = invitationSchema.extend({ link: linkField }).meta({ id: "InvitationWithLink" });

const mailField = z
  .boolean()
  .default(true)
  .meta({ description: "Send the link by mail, where this installation sends mail. false: only answer it." });

export const createInvitationInput = z.object({
  email: emailField,
  role: z.enum(roles).meta({ description: "admin, supervisor, agent or viewer." }),
  roleId: z.string().max(64).nullable().optional().meta({
    description: "Id of a custom role, which then says what they may do; null: none, `role` says it.",
  }),
  locale: z.enum(mailLocales).optional().meta({ description: "Language of the mail; absent: the company's." }),
  mail: mailField,
});
export const invitationIdInput = z.object({ invitationId: z.string() });
export const renewInvitationInput = invitationIdInput.extend({ mail: mailField });
export const revokedInvitationSchema = z.object({ id: idField, deleted: z.literal(true) });

/** What the link's page shows before anything is done. */
export const openedInvitationSchema = z.object({ company: z.string(), email: z.string() });

export const acceptInvitationInput = z.object({
  invitationId: z.string(),
  tokenHash: z.string().max(64),
  name: z.string().trim().min(1).max(255),
  password: passwordField,
});
