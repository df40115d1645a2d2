// SQL because a past is written at once: no clock of a service level ran ninety days ago.
import { hour } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { eventConversation } from "#server/conversations/viewing.ts";
import { systemActor } from "#server/core/actor.ts";
import { execute, json, rows, sql } from "#server/db/sql.ts";
import { dice } from "./chance.ts";

type Policy = { id: string; name: string; firstResponse: number; resolution: number };

/** The part of the promises that is kept. */
const kept = { first_response: 0.75, resolution: 0.88 } as const;
type Clock = keyof typeof kept;

/** What became of one promise: it was kept when what was promised happened, or it was over before. */
function fateOf(conversation: ConversationRow, policy: Policy, clock: Clock, happened: Date, chance: number) {
  const { companyId, id: conversationId, channelId, contactId, createdAt } = conversation;
  const targetSeconds = clock === "resolution" ? policy.resolution : policy.firstResponse;
  const met = chance < kept[clock];
  const about = { policyId: policy.id, policyName: policy.name, clock, targetSeconds };
  const due = new Date(Math.min(createdAt.getTime() + targetSeconds * 1000, happened.getTime() + hour));
  const seconds = Math.round((targetSeconds * chance) / kept[clock]);
  const { id: actorId, name: actorName } = systemActor(companyId);
  return {
    ...{ companyId, id: newId(), conversationId, channelId, contactId, actorType: "system", actorId, actorName },
    ...(met
      ? { type: "sla/met", createdAt: happened, data: { id: conversationId, ...about, seconds } }
      : {
          type: "sla/breached",
          createdAt: due,
          data: { ...eventConversation(conversation), ...about, dueAt: due.toISOString() },
        }),
  };
}

/** How the promises to those who could not be left waiting were kept, over the demo's ninety days. */
export async function insertPromises(companyId: string, policy: Policy, now: Date): Promise<void> {
  const past = await rows<ConversationRow>(sql`
    select * from conversations where "companyId" = ${companyId} and "status" = 'closed'
      and "priority" in ('urgent', 'high') and "firstHumanMessageAt" is not null
      and "closedAt" < ${new Date(now.getTime() - 2 * hour)} order by "closedAt", "id"`);
  const roll = dice(11);
  const events = past
    .flatMap((one) => [
      fateOf(one, policy, "first_response", one.firstHumanMessageAt ?? one.createdAt, roll()),
      fateOf(one, policy, "resolution", one.closedAt ?? one.createdAt, roll()),
    ])
    .toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt));
  await execute(sql`insert into events ("companyId", "id", "type", "conversationId", "channelId", "contactId", "actorType",
      "actorId", "actorName", "data", "createdAt")
    select "companyId", "id", "type", "conversationId", "channelId", "contactId", "actorType", "actorId", "actorName",
      "data", "createdAt" from jsonb_populate_recordset(null::events, ${json(events)}::jsonb)`);
}
