import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { MovedCalendar } from "#server/calendars/writing.ts";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { nextUnder } from "#server/conversations/clocks/finding.sql.ts";
import type { Listener } from "#server/core/listeners.ts";
import { command } from "#server/core/operation.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { judge, noClocks } from "./following.ts";

/** Before every id. */
export const fromTheFirst = "00000000-0000-0000-0000-000000000000";

/** A calendar has other hours now, or another is the default: what runs by it is reckoned anew. */
export const renewByCalendar: Listener<MovedCalendar> = async (_context, { companyId, calendarId, isDefault }) => {
  const where = isDefault ? { OR: [{ calendarId }, { calendarId: null }] } : { calendarId };
  await prisma.slaPolicy.updateMany({ where: { companyId, ...where }, data: { renewAfter: fromTheFirst } });
};

/** Reckons the next conversations of changed policies anew; a deleted policy goes when nothing runs by it any more. */
export const renewClocks = command({
  name: "sla.renew",
  access: "system",
  input: z.object({ limit: z.int().min(1).max(500).default(100) }),
  output: z.object({ renewed: z.int() }),
  example: () => ({}),
  async run(context) {
    const { actor, input } = context;
    const { companyId } = actor;
    await takeTurn(`sla:${companyId}`);
    const policy = await prisma.slaPolicy.findFirst({
      where: { companyId, renewAfter: { not: null } },
      orderBy: { id: "asc" },
    });
    if (!policy) return { renewed: 0 };
    const { id } = policy;
    const ids = await nextUnder(companyId, id, policy.renewAfter ?? fromTheFirst, input.limit);
    for (const conversationId of ids) {
      const row = await lockAnyConversation(actor, conversationId);
      if (row?.slaPolicyId !== id) continue;
      const change = new ConversationChange(context, row);
      const clocks = (await judge(row, change.now, true)) ?? noClocks;
      if (!isDeepStrictEqual(clocks.sla, row.sla)) {
        change.set(clocks);
        change.tell("conversation/changed", () => ({}));
        await change.commit();
      }
    }
    const last = ids.length < input.limit ? null : (ids.at(-1) ?? null);
    const where = { companyId_id: { companyId, id } };
    if (last === null && policy.deletedAt) await prisma.slaPolicy.delete({ where });
    else await prisma.slaPolicy.update({ where, data: { renewAfter: last } });
    return { renewed: Math.max(1, ids.length) };
  },
});

export const renewing = `select distinct "companyId" from sla_policies where "renewAfter" is not null`;
