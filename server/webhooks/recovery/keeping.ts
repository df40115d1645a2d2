import { day } from "#server/base/clock.ts";
import type { Actor } from "#server/core/actor.ts";
import { rulesOf } from "#server/retention/access.ts";
import { daysOf } from "#server/retention/choices.ts";

/** Since when it is kept what has arrived: of what is older nobody can tell whether it was missed. */
export async function keptSince(actor: Actor, now: Date): Promise<Date> {
  const days = (await rulesOf(actor)).get("payloads")?.days || daysOf.payloads.most;
  return new Date(now.getTime() - Math.min(days, daysOf.payloads.most) * day);
}
