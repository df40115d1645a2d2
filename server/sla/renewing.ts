import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { MovedCalendar } from "#server/calendars/writing.ts";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { dropChecks, spreadChecks, takeChecks, unchecked } from "#server/conversations/clocks/checks.sql.ts";
import { nextUnder } from "#server/conversations/clocks/finding.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Listener } from "#server/core/listeners.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { policiesOf } from "./access.ts";
import { judge, noClocks } from "./following.ts";

/** Before every id. */
export const fromTheFirst = "00000000-0000-0000-0000-000000000000";

/** A calendar has other hours now, or another is the default: what runs by it is reckoned anew. */
export const renewByCalendar: Listener<MovedCalendar> = async (_context, { companyId, calendarId, isDefault }) => {
  const where = isDefault ? { OR: [{ calendarId }, { calendarId: null }] } : { calendarId };
  await prisma.slaPolicy.updateMany({
    where: { companyId, deletedAt: null, ...where },
    data: { renewAfter: fromTheFirst },
  });
};

type Context = CommandContext<{ limit: number }>;

async function follow(context: Context, row: ConversationRow, anew: boolean): Promise<void> {
  const change = new ConversationChange(context, row);
  const clocks = (await judge(row, change.now, anew)) ?? (anew ? noClocks : undefined);
  if (!clocks || (clocks.slaPolicyId === row.slaPolicyId && isDeepStrictEqual(clocks.sla, row.sla))) return;
  change.set(clocks);
  change.tell("conversation/changed", () => ({}));
  await change.commit();
}

/** Places anew what was changed beside its conversation, or many at a time. */
async function placeAnew(context: Context): Promise<number> {
  const { actor, input } = context;
  const { companyId } = actor;
  if ((await policiesOf(actor)).length === 0) {
    await dropChecks(companyId);
    return 0;
  }
  const spread = await spreadChecks(companyId, input.limit);
  const ids = await takeChecks(companyId, input.limit);
  for (const id of ids) {
    const row = await lockAnyConversation(actor, id);
    if (row && row.status !== "closed") await follow(context, row, false);
  }
  return spread + ids.length;
}

/** Reckons the next conversations of changed policies anew; a deleted one stays, for its name in reports. */
async function renewPolicies(context: Context): Promise<number> {
  const { actor, input } = context;
  const { companyId } = actor;
  const policy = await prisma.slaPolicy.findFirst({
    where: { companyId, renewAfter: { not: null } },
    orderBy: { id: "asc" },
  });
  if (!policy) return 0;
  const { id } = policy;
  const ids = await nextUnder(companyId, id, policy.renewAfter ?? fromTheFirst, input.limit);
  for (const conversationId of ids) {
    const row = await lockAnyConversation(actor, conversationId);
    if (row?.slaPolicyId === id) await follow(context, row, true);
  }
  const last = ids.length < input.limit ? null : (ids.at(-1) ?? null);
  await prisma.slaPolicy.update({ where: { companyId_id: { companyId, id } }, data: { renewAfter: last } });
  return Math.max(1, ids.length);
}

/** Follows what changed beside a conversation: its contact, a policy, a calendar. A piece at a time. */
export const renewClocks = command({
  name: "sla.renew",
  access: "system",
  input: z.object({ limit: z.int().min(1).max(500).default(100) }),
  output: z.object({ renewed: z.int() }),
  example: () => ({}),
  async run(context) {
    await takeTurn(`sla:${context.actor.companyId}`);
    return { renewed: (await placeAnew(context)) || (await renewPolicies(context)) };
  },
});

export const renewing = `${unchecked} union select distinct "companyId" from sla_policies where "renewAfter" is not null`;
