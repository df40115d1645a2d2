import { z } from "zod";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { dueBy } from "#server/conversations/clocks/finding.sql.ts";
import type { StoredClock } from "#server/conversations/clocks/schema.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { conversationIdInput } from "#server/conversations/schema.ts";
import { eventConversation } from "#server/conversations/viewing.ts";
import { command, query } from "#server/core/operation.ts";
import type { Promised } from "./access.ts";
import { dueOf, nextOf, type Stopped, tellBy } from "./clocks.ts";

type Named = Pick<Promised, "id" | "name">;

function eventClock({ id, name }: Named, { kind, target, dueAt }: StoredClock, now: Date) {
  return { policyId: id, policyName: name, clock: kind, targetSeconds: target, dueAt: dueAt ?? now.toISOString() };
}

/** Clocks that stopped: in time, or too late before anybody had noticed; a breach that was told is not told again. */
export function tellStopped(change: ConversationChange, policy: Named, stopped: readonly Stopped[]): void {
  for (const { clock, met, seconds } of stopped) {
    const about = eventClock(policy, clock, change.now);
    if (met) {
      const { policyId, policyName, clock: kind, targetSeconds } = about;
      const data = { policyId, policyName, clock: kind, targetSeconds, seconds: Math.round(seconds) };
      change.tell("sla/met", (row: ConversationRow) => ({ id: row.id, ...data }));
    } else if (!clock.breached) {
      change.tell("sla/breached", (row: ConversationRow) => ({ ...eventConversation(row), ...about }));
    }
  }
}

/** Conversations of which something is to be told by now, the longest due first; found by a partial index. */
export const listDueClocks = query({
  name: "sla.listDue",
  access: "system",
  input: z.object({ limit: z.int().min(1).max(500).default(200) }),
  output: z.object({ ids: z.array(z.string()) }),
  example: () => ({}),
  async run({ actor: { companyId }, now, input }) {
    return { ids: await dueBy(companyId, now, input.limit) };
  },
});

/** Tells of the clocks of one conversation; looked at again under its lock, so that nothing is told twice. */
export const tellDueClocks = command({
  name: "sla.tellDue",
  access: "system",
  input: conversationIdInput,
  output: z.object({ told: z.int() }),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const row = await lockAnyConversation(context.actor, context.input.conversationId);
    if (!row?.sla || !row.slaNextAt || row.slaNextAt > context.now) return { told: 0 };
    const change = new ConversationChange(context, row);
    const { clocks, told } = tellBy(row.sla.clocks, context.now);
    change.set({ sla: { ...row.sla, clocks }, slaDueAt: dueOf(clocks), slaNextAt: nextOf(clocks) });
    const policy = { id: row.slaPolicyId ?? "", name: row.sla.policyName };
    for (const { clock, what } of told) {
      const about = eventClock(policy, clock, change.now);
      change.tell(`sla/${what}`, (saved: ConversationRow) => ({ ...eventConversation(saved), ...about }));
    }
    await change.commit();
    return { told: told.length };
  },
});
