import { z } from "zod";
import { readableConversation } from "#server/conversations/access.sql.ts";
import { query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { planWaiting, subjectOf } from "./planning.ts";
import { checkedDraft } from "./policies.ts";
import { decisionSchema, draftPolicyInput, planSchema } from "./schema.ts";
import { countWaiting } from "./standing.sql.ts";

/** GET /v1/conversations/{conversationId}/assignment-decisions: the newest first. */
export const listDecisions = query({
  name: "assignment.decisions",
  access: "clients_read",
  input: z.object({ conversationId: z.string() }),
  output: z.array(decisionSchema),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input }) {
    const { companyId, id } = await readableConversation(actor, input.conversationId);
    return prisma.assignmentDecision.findMany({
      where: { companyId, conversationId: id },
      orderBy: { id: "desc" },
      take: 100,
    });
  },
});

const most = 1000;

/** POST /v1/assignment-policies/dry-run: by the same plan that a drain carries out. */
export const dryRun = query({
  name: "assignment.dryRun",
  access: "users_read",
  input: draftPolicyInput,
  output: planSchema,
  example: (given) => ({ channelId: given.channelId ?? "" }),
  async run({ actor, now, input }) {
    const policy = await checkedDraft(actor, input);
    const planned = await planWaiting(actor, policy, now, { take: most, lock: false });
    const waiting = (await countWaiting(actor.companyId, subjectOf(policy))) - planned.length;
    const assigned = planned.map(({ waiting: { id }, person, teamId, reason, eligible }) => {
      return { conversationId: id, userId: person.id, teamId, reason, eligible };
    });
    return { assigned, waiting: Math.max(0, waiting) };
  },
});
