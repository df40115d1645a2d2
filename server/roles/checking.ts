import { AppError, invalidField } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { wholePermissions } from "#server/core/permissions.ts";
import { beyond, endsAtTeams } from "#server/core/rights.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { peopleWith } from "#server/users/access.ts";
import { mayGovern, requireNoMore } from "#server/users/governing.ts";
import { type RoleRow, rightsBy } from "./access.ts";
import { maxRoles } from "./choices.ts";
import { livingChannels } from "./viewing.ts";

/** How names are compared. */
export const nameKeyOf = (name: string) => name.normalize("NFKC").toLowerCase();

type Wanted = Pick<RoleRow, "permissions" | "readScope" | "writeScope" | "channelIds" | "unassigned" | "maskedFields">;

/** One change of names and numbers at a time in a company; taken before any row. */
export const takeTurnAtRoles = ({ companyId }: Pick<Actor, "companyId">) => takeTurn(`roles:${companyId}`);

export async function requireFreeName({ companyId }: Actor, name: string): Promise<void> {
  const taken = await prisma.customRole.count({ where: { companyId, nameKey: nameKeyOf(name) } });
  if (taken > 0) throw new AppError("already_exists", { message: "A role with this name already exists." });
}

export async function requireRoom({ companyId }: Actor): Promise<void> {
  if ((await prisma.customRole.count({ where: { companyId } })) < maxRoles) return;
  throw new AppError("limit_reached", { message: `A company can have ${maxRoles} roles.` });
}

/** The ids of channels that are there; of those that the role has (`had`), one that has gone since is let go. */
export async function knownChannels(
  actor: Actor,
  wanted: readonly string[],
  had: readonly string[] = [],
): Promise<string[]> {
  const ids = [...new Set(wanted.map((id) => id.toLowerCase()))];
  const living = await livingChannels(actor);
  const missing = ids.find((id) => !living.has(id) && !had.includes(id));
  if (missing !== undefined) throw invalidField("channels", "No such channel.", "unknown_reference");
  return ids.filter((id) => living.has(id));
}

/** A role says one thing, keeps what it hides, and gives nobody more than its maker has. */
export function checkRole(actor: Actor, wanted: Wanted): void {
  const { permissions, readScope, writeScope, channelIds, maskedFields } = wanted;
  const isFurther = readScope !== "all" && writeScope !== "assigned" && writeScope !== readScope;
  if (isFurther) throw invalidField("writeScope", "Writing cannot reach further than reading.", "too_far");
  if ([readScope, writeScope].includes("channel") && channelIds.length === 0)
    throw invalidField("channels", "The scope channel needs at least one channel.", "required");
  const refused: readonly string[] = [
    ...(readScope === "all" ? [] : wholePermissions.narrowed),
    ...(maskedFields.length === 0 ? [] : wholePermissions.masked),
  ];
  const whole = permissions.filter((name) => refused.includes(name));
  if (whole.length > 0) {
    const message = `With ${whole.join(", ")} one reads everything unmasked: not together with a narrower scope or masks.`;
    throw invalidField("permissions", message, "not_together");
  }
  // Teams are those of each person who has it: `mayWiden` asks for whom a change matters, and `mayGovern` who gives it.
  requireNoMore(actor, rightsBy(wanted, []));
}

/** What a role comes to reach of teams, it reaches of those of everybody who has it: they must be one's own to govern. */
export async function mayWiden(actor: Actor, before: RoleRow, after: RoleRow): Promise<void> {
  if (!endsAtTeams(actor) || !(after.readScope === "team" || after.writeScope === "team")) return;
  if (beyond(rightsBy(before, []), rightsBy(after, [])).length === 0) return;
  await mayGovern(actor, ...(await peopleWith(actor.companyId, before.id)));
}
