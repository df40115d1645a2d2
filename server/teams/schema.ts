import { z } from "zod";
import { dateOut, idField, ifMatchField } from "#server/core/fields.ts";
import { cursorInput, pageInput, pageOf } from "#server/core/page-fields.ts";
import { maxMembers, maxTeamChannels, teamRoles } from "./choices.ts";

export const teamMemberSchema = z
  .object({
    userId: z.string().meta({ description: "Id of the person." }),
    role: z.enum(teamRoles).meta({
      description: "primary: asked first; secondary: asked where no primary member can take one more.",
    }),
  })
  .meta({ id: "TeamMember", description: "A person of a team." });
export type TeamMember = z.infer<typeof teamMemberSchema>;

export const teamSchema = z
  .object({
    id: idField,
    name: z.string(),
    color: z.string().meta({ description: "#RRGGBB" }),
    calendarId: z
      .string()
      .nullable()
      .meta({ description: "The calendar of its hours; null: the company's default one." }),
    channels: z.array(z.string()).meta({ description: "Ids of the channels whose visitors it answers." }),
    members: z.array(teamMemberSchema).meta({ description: "Who belongs to it: primary ones first." }),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "Team", description: "A group of people who answer together." });
export type Team = z.infer<typeof teamSchema>;

export const teamPage = pageOf(teamSchema).meta({ id: "TeamListResponse" });

/** What everybody who reads conversations knows of teams: for menus and bylines. */
export const teamNameSchema = teamSchema.pick({ id: true, name: true, color: true }).extend({
  userIds: z.array(z.string()).meta({ description: "Who belongs to it." }),
});
export type TeamName = z.infer<typeof teamNameSchema>;

const nameField = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: "1 to 100 characters, unique whatever the case." });
const colorField = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { message: "A colour looks like #1A2B3C." })
  .transform((color) => color.toUpperCase())
  .meta({ description: "#RRGGBB" });
const roleField = z.enum(teamRoles).default("primary").meta({ description: "primary or secondary." });
const memberInput = z.object({
  userId: z.string().max(64).meta({ description: "Id of an active user." }),
  role: roleField,
});
const calendarField = z
  .string()
  .max(64)
  .nullable()
  .meta({ description: "Id of a calendar; null: the company's default one." });
const channelsField = z
  .array(z.string().max(64))
  .max(maxTeamChannels)
  .meta({ description: "Ids of channels: all of them, in place of those before." });
const membersField = z
  .array(memberInput)
  .max(maxMembers)
  .meta({ description: "All members, in place of those before; of a person named twice, the last counts." });

export const listTeamsInput = z.object({
  search: z.string().trim().max(200).optional().meta({ description: "Part of the name, ignoring case and accents." }),
  userId: z.string().max(64).optional().meta({ description: "Only teams of this person." }),
  channelId: z.string().max(64).optional().meta({ description: "Only teams of this channel." }),
  ...pageInput,
  ...cursorInput,
});
export const createTeamInput = z.object({
  name: nameField,
  color: colorField.optional(),
  calendarId: calendarField.default(null),
  channels: channelsField.default([]),
  members: membersField.default([]),
});
export const updateTeamInput = z.object({
  teamId: z.string(),
  name: nameField.optional(),
  color: colorField.optional(),
  calendarId: calendarField.optional(),
  channels: channelsField.optional(),
  members: membersField.optional(),
  ifMatch: ifMatchField,
});
export const teamIdInput = z.object({ teamId: z.string() });
export const deleteTeamInput = teamIdInput.extend({ ifMatch: ifMatchField });
export const deletedTeamSchema = z.object({ id: idField, deleted: z.literal(true) });

export const joinInput = z.object({
  teamId: z.string(),
  userId: z.string().max(64),
  role: roleField,
  ifMatch: ifMatchField,
});
export const leaveInput = z.object({ teamId: z.string(), userId: z.string().max(64), ifMatch: ifMatchField });
