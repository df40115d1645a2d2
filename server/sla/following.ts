import { servingChatbot } from "#server/chatbots/access.ts";
import { asksHours, isOpenAtChannel, meets } from "#server/chatbots/conversation-conditions.ts";
import { customFieldsOf } from "#server/contacts/access.sql.ts";
import type { ConversationChange } from "#server/conversations/change.ts";
import { passingFilters } from "#server/conversations/clocks/finding.sql.ts";
import type { Judged } from "#server/conversations/clocks/following.ts";
import type { StoredClock } from "#server/conversations/clocks/schema.ts";
import { isWithBot, type Standing, standingOf } from "#server/conversations/clocks/standing.ts";
import { type Clocks, storeClocks } from "#server/conversations/clocks/storing.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { systemActor } from "#server/core/actor.ts";
import type { Listener } from "#server/core/listeners.ts";
import type { SlaPolicy } from "#server/db/generated/client.ts";
import { type Promised, policiesOf, promisedBy, promisedOf } from "./access.ts";
import { dueOf, moveClocks, nextOf, underTerms } from "./clocks.ts";
import { tellStopped } from "./telling.ts";

export const noClocks: Clocks = { slaPolicyId: null, sla: null, slaDueAt: null, slaNextAt: null };

function clocksOf({ id, name }: Pick<Promised, "id" | "name">, clocks: StoredClock[]): Clocks {
  return {
    slaPolicyId: id,
    sla: { policyName: name, clocks },
    slaDueAt: dueOf(clocks),
    slaNextAt: nextOf(clocks),
  };
}

/** A person answered with this change: their message ended the wait. */
const spokeIn = (before: ConversationRow, after: ConversationRow) =>
  after.lastMessageBy === "user" && after.lastSeq > before.lastSeq && after.waitingSince === null;

/** As it stands now: a bot that was taken from the channel, or is silent, keeps nobody who waits from a person. */
async function standingNow(row: ConversationRow): Promise<Standing> {
  if (row.waitingSince === null || !isWithBot(row)) return standingOf(row);
  const chatbot = await servingChatbot(systemActor(row.companyId), row.channelId);
  return standingOf(row, chatbot?.enabled === true && !chatbot.muted);
}

/** Clocks begin, stand still, go on or stop, in the statement that writes the change. */
export const followClocks: Listener<ConversationChange> = async ({ actor }, change) => {
  const { before, row, now, waitsSince } = change;
  const promised = await promisedBy(actor, before.slaPolicyId ?? "");
  if (!promised) return change.set(noClocks);
  const { clocks, stopped } = moveClocks(promised.terms, before.sla?.clocks ?? [], {
    after: await standingNow(row),
    spoke: spokeIn(before, row),
    now,
    waitsSince,
  });
  change.set(clocksOf(promised, clocks));
  tellStopped(change, promised, stopped);
};

/** What the tree of a policy asks besides the row, read where one does: a conversation only claimed has no contact. */
function knownOf(row: ConversationRow, now: Date) {
  const system = systemActor(row.companyId);
  let contactFields: Promise<Record<string, unknown>> | undefined;
  let open: Promise<boolean> | undefined;
  const ofContact = () => (row.contactId && row.contactLink !== "claimed" ? customFieldsOf(system, row.contactId) : {});
  return async (tree: readonly unknown[]) => {
    contactFields ??= Promise.resolve(ofContact());
    if (asksHours(tree)) open ??= isOpenAtChannel(system, row.channelId, now);
    return meets(tree, { ...row, contactFields: await contactFields }, (await open) ?? true);
  };
}

/** The first of these policies that the row meets as it stands. */
async function firstThatFits(
  row: ConversationRow,
  policies: readonly SlaPolicy[],
  now: Date,
): Promise<SlaPolicy | undefined> {
  const filters = policies.map(({ conditions: { tree: _tree, ...asked } }) => asked);
  const passes = await passingFilters(row, filters);
  const holds = knownOf(row, now);
  for (const [place, policy] of policies.entries()) {
    const { tree = [] } = policy.conditions;
    if (passes[place] && (tree.length === 0 || (await holds(tree)))) return policy;
  }
  return undefined;
}

/** The clocks of a row under the policy that fits it now; undefined: they are what they should be. */
export async function judge(row: ConversationRow, now: Date, anew = false): Promise<Clocks | undefined> {
  const policies = (await policiesOf(row)).filter(({ enabled }) => enabled);
  if (policies.length === 0 && row.slaPolicyId === null) return undefined;
  const policy = await firstThatFits(row, policies, now);
  if (!policy) return row.slaPolicyId === null ? undefined : noClocks;
  if (policy.id === row.slaPolicyId && !anew) return undefined;
  const promised = await promisedOf(row, policy);
  const kept = underTerms(promised.terms, row.sla?.clocks ?? [], now);
  const after = await standingNow(row);
  return clocksOf(promised, moveClocks(promised.terms, kept, { after, spoke: false, now }).clocks);
}

/** Another policy may fit: asked once the row is written, so that it is found as the lists find it. */
export const judgeConditions: Listener<Judged> = async ({ now }, judged) => {
  const clocks = await judge(judged.row, now);
  if (clocks) judged.row = await storeClocks(judged.row, clocks);
};
