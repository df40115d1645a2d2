import { z } from "zod";
import { dateOut, idField, ifMatchField } from "#server/core/fields.ts";
import {
  assignmentMethods,
  assignmentOrders,
  assignmentReasons,
  availabilities,
  maxLimit,
  ownAvailabilities,
} from "./choices.ts";

const limit = z.int().min(1).max(maxLimit).nullable();

export const policySchema = z
  .object({
    id: idField,
    teamId: z
      .string()
      .nullable()
      .meta({ description: "The team whose conversations it gives out; null: a channel's." }),
    channelId: z.string().nullable().meta({ description: "The channel whose conversations of no team it gives out." }),
    method: z.enum(assignmentMethods).meta({
      description: "manual: people take what waits; round_robin: in turn; balanced: who has the fewest open.",
    }),
    order: z.enum(assignmentOrders).meta({ description: "What is given out first." }),
    perPerson: limit.meta({
      description: "Open conversations a person may hold to be given one more; null: no limit.",
    }),
    perTeam: limit.meta({ description: "The same for all of the team together; of teams only." }),
    onlyAvailable: z.boolean().meta({ description: "Only people who are connected and not away." }),
    sticky: z.boolean().meta({ description: "Whoever answered last answers again, where they can." }),
    awayHandsBack: z.boolean().meta({
      description: "Who writes to a person who has gone away since waits for somebody else; only with onlyAvailable.",
    }),
    withinHours: z.boolean().meta({
      description: "Only while the team's calendar is open, or else the company's default one; without one, always.",
    }),
    fallbackTeamId: z.string().nullable().meta({ description: "The team that takes what nobody here can." }),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "AssignmentPolicy", description: "How the conversations of a team or channel are given out." });
export type AssignmentPolicy = z.infer<typeof policySchema>;

const fields = {
  method: z.enum(assignmentMethods),
  order: z.enum(assignmentOrders),
  perPerson: limit,
  perTeam: limit,
  onlyAvailable: z.boolean(),
  sticky: z.boolean(),
  awayHandsBack: z.boolean(),
  withinHours: z.boolean(),
  fallbackTeamId: z.string().max(64).nullable(),
};
export const draftPolicyInput = z.object({
  teamId: z.string().max(64).nullish().meta({ description: "A team, or channelId: one of the two." }),
  channelId: z.string().max(64).nullish().meta({ description: "A channel, or teamId: one of the two." }),
  method: fields.method.default("balanced").meta({ description: "manual, round_robin or balanced." }),
  order: fields.order.default("oldest_waiting").meta({ description: "oldest_waiting or priority." }),
  perPerson: fields.perPerson.default(null).meta({ description: "Open conversations per person; null: no limit." }),
  perTeam: fields.perTeam.default(null).meta({ description: "Open conversations of the team; null: no limit." }),
  onlyAvailable: fields.onlyAvailable.default(true).meta({ description: "Only who is connected and not away." }),
  sticky: fields.sticky.default(true).meta({ description: "The last human answers again." }),
  awayHandsBack: fields.awayHandsBack
    .default(false)
    .meta({ description: "Who writes to a person who is away waits for somebody else." }),
  withinHours: fields.withinHours.default(false).meta({ description: "Only in opening hours." }),
  fallbackTeamId: fields.fallbackTeamId.default(null).meta({ description: "Who takes what nobody here can." }),
});
export type DraftPolicy = z.output<typeof draftPolicyInput>;

export const updatePolicyInput = z.object({
  policyId: z.string(),
  method: fields.method.optional().meta({ description: "manual, round_robin or balanced." }),
  order: fields.order.optional().meta({ description: "oldest_waiting or priority." }),
  perPerson: fields.perPerson.optional().meta({ description: "Open conversations per person; null: no limit." }),
  perTeam: fields.perTeam.optional().meta({ description: "Open conversations of the team; null: no limit." }),
  onlyAvailable: fields.onlyAvailable.optional().meta({ description: "Only who is connected and not away." }),
  sticky: fields.sticky.optional().meta({ description: "The last human answers again." }),
  awayHandsBack: fields.awayHandsBack
    .optional()
    .meta({ description: "Who writes to a person who is away waits for somebody else." }),
  withinHours: fields.withinHours.optional().meta({ description: "Only in opening hours." }),
  fallbackTeamId: fields.fallbackTeamId
    .optional()
    .meta({ description: "Who takes what nobody here can; null: nobody." }),
  ifMatch: ifMatchField,
});
export const policyIdInput = z.object({ policyId: z.string() });
export const deletePolicyInput = policyIdInput.extend({ ifMatch: ifMatchField });
export const deletedPolicySchema = z.object({ id: idField, deleted: z.literal(true) });

const eligibleSchema = z.object({
  userId: z.string().meta({ description: "Id of the person." }),
  name: z.string().meta({ description: "Their name then." }),
  open: z.int().meta({ description: "Open conversations they held." }),
  lastAssignedAt: z.string().nullable().meta({ description: "When they last were given one; null: never." }),
});
export type Eligible = z.infer<typeof eligibleSchema>;

const chosen = {
  conversationId: z.string(),
  userId: z.string().meta({ description: "Who is given it." }),
  teamId: z.string().nullable().meta({ description: "The team it is given to with them; null: none." }),
  reason: z.enum(assignmentReasons).meta({
    description: "sticky: answered there last; balanced: had the fewest open; round_robin: had waited longest for one.",
  }),
  eligible: z
    .array(eligibleSchema)
    .meta({ description: "Who could have taken it, as they stood then; the chosen one first." }),
};
export const decisionSchema = z
  .object({
    id: idField,
    policyId: z.string().meta({ description: "The policy that decided." }),
    ...chosen,
    createdAt: dateOut,
  })
  .meta({ id: "AssignmentDecision", description: "Why somebody was given a conversation; kept for 30 days." });

export const planSchema = z
  .object({
    assigned: z.array(z.object(chosen)).meta({ description: "What would be given out now, in this order." }),
    waiting: z.int().meta({ description: "What would go on waiting." }),
  })
  .meta({ id: "AssignmentPlan", description: "What a policy would do with what waits now." });

const load = {
  open: z.int().meta({ description: "Open conversations, without those put off." }),
  limit: z.int().nullable().meta({ description: "How many may be open; null: no limit." }),
  waiting: z.int().meta({
    description:
      "Of a person: open ones whose visitor waits. Of a team: open ones that nobody holds, or only somebody who was deactivated.",
  }),
  waitingSince: dateOut.nullable().meta({ description: "Since when the first of those waits; null: none does." }),
};
export const workloadSchema = z
  .object({
    people: z
      .array(
        z.object({
          userId: z.string(),
          name: z.string(),
          availability: z.enum(availabilities).meta({ description: "offline: no connection for a minute." }),
          ...load,
        }),
      )
      .meta({ description: "Everybody who may be given conversations, by name." }),
    teams: z
      .array(z.object({ teamId: z.string(), name: z.string(), ...load }))
      .meta({ description: "All teams, by name." }),
  })
  .meta({ id: "Workload", description: "Who holds how much, now." });

export const availabilityInput = z.object({
  availability: z.enum(ownAvailabilities).meta({ description: "available or away." }),
});
export const ownAvailabilitySchema = z
  .object({
    userId: z.string(),
    availability: z.enum(availabilities).meta({ description: "offline: no connection for a minute." }),
  })
  .meta({ id: "Availability", description: "Whether a person takes conversations." });
