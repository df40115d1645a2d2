import { z } from "zod";
import { commaList } from "#server/core/fields.ts";

/** Of the Conversation resource (W6). */
export const teamFields = { teamId: z.string().meta({ description: "Team id; empty when it belongs to none." }) };

/** Of the lists of conversations. */
export const teamFilters = {
  teamId: commaList.optional().meta({ description: "Team ids, or UNASSIGNED for those of no team." }),
};

const assignee = z
  .string()
  .max(64)
  .nullish()
  .meta({ description: 'User id; "", null or UNASSIGNED clears. Left out: as teamId says.' });
const team = z.string().max(64).nullish().meta({
  description:
    'Team id; "", null or UNASSIGNED: no team. Given alone, who holds the conversation keeps it only as a member of the team, and else it waits in the team\'s queue.',
});

/** What is asked of a conversation by its assignment, for routes and lists of actions. */
export const assignFields = { assignedTo: assignee, teamId: team };
type Assignment = { assignedTo?: unknown; teamId?: unknown };

export function requireAssignment({ assignedTo, teamId }: Assignment, context: z.core.$RefinementCtx): void {
  if (assignedTo === undefined && teamId === undefined)
    context.addIssue({
      code: "custom",
      path: ["assignedTo"],
      message: "Say whom it is for: assignedTo, teamId or both.",
    });
}

export const assignInput = z.object({ conversationId: z.string(), ...assignFields }).superRefine(requireAssignment);

export const transferInput = z
  .object({
    conversationId: z.string(),
    transferTo: z.string().min(1).max(64).optional().meta({ description: "Id of the user who takes over." }),
    teamId: z.string().min(1).max(64).optional().meta({
      description: "The team that takes over. Without transferTo nobody holds it then: it waits in the team's queue.",
    }),
  })
  .superRefine(({ transferTo, teamId }, context) => {
    if (transferTo === undefined && teamId === undefined)
      context.addIssue({
        code: "custom",
        path: ["transferTo"],
        message: "Say who takes over: transferTo, teamId or both.",
      });
  });

export const assignTeamInput = z.object({
  teamId: z.string().max(64).nullable().meta({ description: "Team id; null: no team." }),
});
