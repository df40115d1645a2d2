// SQL because what is said of a channel is merged key by key: of two writers at once neither loses anything.
import { second } from "#server/base/clock.ts";
import type { Channel } from "#server/db/generated/client.ts";
import { execute, json, row, sql } from "#server/db/sql.ts";

type Key = Pick<Channel, "companyId" | "id">;

const restricted = sql`coalesce(("health"->'problem'->>'restricted')::boolean, false)`;
/** Some of what is sent is refused, and the rest tells nothing of it: 130497, where one country is closed. */
const partly = sql`"health"->'problem'->>'code' = '130497'`;
/** What was refused because of the account itself, and the platform's word that nothing is sent: not of a part. */
const wholly = sql`("health"->'problem'->>'code' in ('368', '131031', '131042')
  or "health"->'problem'->'words'->0->>'key' = 'pageBlocked')`;

type CheckResult = { ok: boolean; form: boolean; health: Record<string, string>; moved: boolean; now: Date };

/**
 * The result of a check. A good one says nothing of a restriction, under which all but sending goes well: that lasts
 * until its day, or until it is known to be over, or the channel is connected anew or to another account (`moved`).
 */
export async function writeChecked(
  { companyId, id }: Key,
  { ok, form, health, moved, now }: CheckResult,
): Promise<void> {
  const told = json({ ...health, checkedAt: now.toISOString() });
  const lasts = sql`case when "health"->'problem'->>'until' is not null
    then "health"->'problem'->>'until' >= ${now.toISOString()} else ${restricted} and not ${partly} and "connected" end`;
  const over = sql`${ok} and (${moved} or not (${lasts}))`;
  await execute(sql`
    update channels set "connected" = ${ok}, "disconnectionRequested" = false, "whatsappForm" = ${form},
      "health" = "health" || ${told}::jsonb || case when ${over} then '{"problem": null}'::jsonb else '{}' end
    where "companyId" = ${companyId} and "id" = ${id}`);
}

/**
 * What ails it; nothing where it was deleted. `restricted`: it stays connected, and nothing is written where it is cut
 * off or restricted already: that is why it is refused. Answers how it was before, undefined: all stays.
 */
export async function writeProblem(
  { companyId, id }: Key,
  { problem, restricted: only, now }: { problem: object; restricted: boolean; now: Date },
): Promise<"well" | "ailing" | undefined> {
  const before = await row<{ ailing: boolean | null }>(sql`
    update channels c set "health" = c."health" || ${json({ problem })}::jsonb, "updatedAt" = ${now},
      "connected" = ${only} and c."connected"
    from (select "id", jsonb_typeof("health"->'problem') = 'object' as "ailing",
        coalesce(("health"->'problem'->>'warning')::boolean, false) as "warned" from channels
      where "companyId" = ${companyId} and "id" = ${id} and "deletedAt" is null for update) old
    where c."companyId" = ${companyId} and c."id" = old."id"
      and (not ${only} or (c."connected" and (not coalesce(old."ailing", false) or old."warned"))) returning old."ailing"`);
  return before && (before.ailing ? "ailing" : "well");
}

/**
 * The platform has sent a message after it said, at `until` at the latest, that it sends none. Answers how the channel
 * was before; undefined: it was not restricted.
 */
export async function writeSendable({ companyId, id }: Key, until: string, now: Date) {
  return row<{ connected: boolean; problem: { code: number; message: string } }>(sql`
    update channels c set "health" = c."health" || '{"problem": null}'::jsonb, "updatedAt" = ${now}
    from (select "id", "health"->'problem' as "problem" from channels
      where "companyId" = ${companyId} and "id" = ${id} and ${restricted} and ${wholly}
        and "health"->'problem'->>'at' <= ${until} for update) old
    where c."companyId" = ${companyId} and c."id" = old."id" returning c."connected", old."problem"`);
}

/** Webhooks follow it no more, and its page says why. False where nothing was proven. */
export async function takeProof({ companyId, id }: Key, problem: object, now: Date): Promise<boolean> {
  const changed = await execute(sql`
    update channels set "provenAt" = null, "connected" = false, "updatedAt" = ${now},
      "health" = "health" || ${json({ problem })}::jsonb
    where "companyId" = ${companyId} and "id" = ${id} and "provenAt" is not null`);
  return changed > 0;
}

export async function writeEndAsked({ companyId, id }: Key, now: Date): Promise<void> {
  await execute(sql`
    update channels set "disconnectionRequested" = true, "updatedAt" = ${now},
      "health" = "health" || ${json({ disconnectAskedAt: now.toISOString() })}::jsonb
    where "companyId" = ${companyId} and "id" = ${id}`);
}

/** When it was looked at, and when its token was renewed. */
export async function writeTended({ companyId, id }: Key, at: { tendedAt?: string; tokenAt?: string }): Promise<void> {
  await execute(sql`
    update channels set "health" = "health" || ${json(at)}::jsonb where "companyId" = ${companyId} and "id" = ${id}`);
}

type Sealed = { credentials: string; externalId: string; accountId: string | null };

/** A proof stays while the ids are the same. */
export async function writeCredentials(
  { companyId, id }: Key,
  { credentials, externalId, accountId }: Sealed,
  { proven, now }: { proven: boolean; now: Date },
): Promise<void> {
  // The page of a channel that was connected before pages were noted is learnt later.
  const same = sql`"externalId" = ${externalId} and coalesce("accountId", ${accountId}) is not distinct from ${accountId}`;
  const provenAt = proven ? sql`${now}::timestamptz` : sql`case when ${same} then "provenAt" end`;
  await execute(sql`
    update channels set "credentials" = ${credentials}, "externalId" = ${externalId}, "accountId" = ${accountId},
      "provenAt" = ${provenAt}, "updatedAt" = ${now}
    where "companyId" = ${companyId} and "id" = ${id}`);
}

/**
 * What the platform says of an account. `cut`: its access has ended; `back`: it has it again; `noted`: a restriction or
 * a warning; `over`: that is over.
 */
export type Word = { kind: "cut" | "back" | "noted" | "over"; problem: object | null; at: Date };

/** It was cut off, and neither restricted nor warned: no lesser word hides that. */
const cutOff = sql`coalesce(jsonb_typeof("health"->'problem'), '') = 'object'
  and not ${restricted} and not coalesce(("health"->'problem'->>'warning')::boolean, false)`;

/**
 * Webhooks come late and in any order: a word counts unless a later one of its kind has come. A cut counts only if no
 * check has gone well since its second. Where the access still is, `back` connects again.
 */
export async function writeWord({ companyId, id }: Key, { kind, problem, at, now }: Word & { now: Date }) {
  const said = at.toISOString();
  const ends = kind === "cut" || kind === "back";
  const moments = { ...(ends ? { connectionAt: said } : {}), ...(kind === "cut" ? {} : { standingAt: said }) };
  const last = ends ? sql`"health"->>'connectionAt'` : sql`"health"->>'standingAt'`;
  const counts = ends
    ? sql`(${kind} = 'back' or "provenAt" is null or date_trunc('second', "provenAt") <= ${at})`
    : sql`not (${cutOff})`;
  const touched = await execute(sql`
    update channels set "health" = "health" || ${json({ ...moments, problem })}::jsonb, "updatedAt" = ${now},
      "connected" = case ${kind} when 'cut' then false
        when 'back' then "credentials" is not null and "provenAt" is not null else "connected" end
    where "companyId" = ${companyId} and "id" = ${id} and "deletedAt" is null
      and coalesce(${last}, '') <= ${said} and (${counts})`);
  return touched > 0;
}

/** What the platform tells of a number; nothing where it has told later things, or a check has read them since. */
export async function writeTold(
  { companyId, id }: Key,
  { told, as, at, now }: { told: object; as: string; at: Date; now: Date },
) {
  const key = `${as}At`;
  const touched = await execute(sql`
    update channels set "health" = "health" || ${json({ ...told, [key]: at.toISOString() })}::jsonb, "updatedAt" = ${now}
    where "companyId" = ${companyId} and "id" = ${id} and "deletedAt" is null
      and coalesce("health"->>${key}, '') <= ${at.toISOString()}
      and coalesce("health"->>'checkedAt', '') < ${new Date(at.getTime() + second).toISOString()}`);
  return touched > 0;
}

/** What a check has read of a channel that stays connected although it failed. */
export async function writeRead({ companyId, id }: Key, health: Record<string, string>, now: Date): Promise<void> {
  await execute(sql`
    update channels set "health" = "health" || ${json({ ...health, checkedAt: now.toISOString() })}::jsonb
    where "companyId" = ${companyId} and "id" = ${id}`);
}
