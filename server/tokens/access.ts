import { now } from "#server/base/clock.ts";
import { notFound } from "#server/base/errors.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { intersect } from "#server/core/permissions.ts";
import { sightOfToken } from "#server/core/rights.ts";
import type { ApiToken, User } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { actingUser } from "#server/users/access.ts";

type TokenRow = Omit<ApiToken, "hash"> & { userName: User["name"] };

/** Tokens that are not revoked: all for administrators, their own for others. */
function visible(actor: Actor) {
  const { companyId, userId } = actor;
  return { companyId, revokedAt: null, ...(can(actor, "admin") ? {} : { userId: userId ?? "" }) };
}

const withOwner = { omit: { hash: true }, include: { user: { select: { name: true } } } } as const;

function named({ user, ...token }: Omit<ApiToken, "hash"> & { user: Pick<User, "name"> }): TokenRow {
  return { ...token, userName: user.name };
}

/** Tokens that are not revoked, expired ones included, that the actor may see, newest first. */
export async function tokensOf(actor: Actor): Promise<TokenRow[]> {
  const found = await prisma.apiToken.findMany({
    where: visible(actor),
    orderBy: [{ companyId: "desc" }, { id: "desc" }],
    take: 1000,
    ...withOwner,
  });
  return found.map(named);
}

/** One of them, held for a change; not_found otherwise, also when it is revoked. */
export async function lockToken(actor: Actor, id: string): Promise<TokenRow> {
  const held = await lockRow("api_tokens", { companyId: actor.companyId, id });
  const found = held && (await prisma.apiToken.findFirst({ where: { ...visible(actor), id }, ...withOwner }));
  if (!found) throw notFound("token");
  return named(found);
}

/** What a token has begun and a job goes on with, as it may be by now; undefined where it is revoked, or has expired. */
export async function actingToken(companyId: string, id: string): Promise<Actor | undefined> {
  const found = await prisma.apiToken.findFirst({
    where: { companyId, id, revokedAt: null },
    select: { userId: true, name: true, permissions: true, expiresAt: true },
  });
  if (!found || (found.expiresAt && found.expiresAt <= now())) return undefined;
  const owner = await actingUser(companyId, found.userId);
  if (!owner) return undefined;
  const permissions = intersect(found.permissions, owner.permissions);
  const { userId, name } = found;
  const sight = owner.sight ? { sight: sightOfToken(owner.sight, found.permissions) } : {};
  return { type: "token", companyId, id, userId, name, permissions, seesUnassigned: false, ...sight };
}
