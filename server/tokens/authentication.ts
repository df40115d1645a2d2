import { now } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { sha256 } from "#server/base/secrets.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { ActorCache, type Subject } from "#server/core/actor-cache.ts";
import { intersect } from "#server/core/permissions.ts";
import { sightOfToken } from "#server/core/rights.ts";
import type { ApiToken, Company, User } from "#server/db/generated/client.ts";
import { systemPool } from "#server/db/system.ts";
import { rightsOf } from "#server/users/access.ts";
import { noteUse } from "./usage.ts";

type TokenRow = Pick<ApiToken, "companyId" | "id" | "userId" | "name" | "permissions" | "expiresAt"> &
  Pick<User, "role" | "roleId"> &
  Pick<Company, "settings">;

const cache = new ActorCache();

/** What tokens of this environment begin with (A6). */
export const tokenPrefix = env.appEnv === "live" ? "sk_live_" : "sk_test_";
const shape = new RegExp(`^${tokenPrefix}[\\w-]{43}$`);

/**
 * The actor of a bearer token: its own permissions cut to what its owner still has (C3). null when it is unknown,
 * revoked, of the other environment, or its owner is not active; an expired one gets a refusal that says so, because
 * only its holder can get it.
 */
export async function actorFromToken(bearer: string): Promise<Actor | null> {
  if (!shape.test(bearer)) return null;
  const hash = sha256(bearer);
  const actor = await cache.find(hash, () => read({ name: "tokens_find", where: `t."hash" = $1`, values: [hash] }));
  if (actor) noteUse(actor);
  return actor;
}

/** The same actor as its token is by now, for who has waited since: refused where a request would be refused. */
export async function actorByNow(actor: Actor): Promise<Actor> {
  if (actor.type !== "token") return actor;
  const { companyId, id } = actor;
  const where = `t."companyId" = $1 and t."id" = $2`;
  const found = await cache.find(id, () => read({ name: "tokens_find_again", where, values: [companyId, id] }));
  if (!found) throw new AppError("unauthorized", { message: "The API token was revoked." });
  return found;
}

type Sought = { name: string; where: string; values: string[] };

async function read({ name, where, values }: Sought): Promise<{ actor: Actor; id: string; until?: Date } | null> {
  const { rows } = await systemPool().query<TokenRow>({
    name,
    text: `
      select t."companyId", t."id", t."userId", t."name", t."permissions", t."expiresAt", u."role", u."roleId", c."settings"
      from api_tokens t
      join users u on u."companyId" = t."companyId" and u."id" = t."userId" and u."active"
      join companies c on c."id" = t."companyId"
      where ${where} and t."revokedAt" is null`,
    values,
  });
  const [found] = rows;
  if (!found) return null;
  const { expiresAt } = found;
  if (expiresAt && expiresAt <= now()) throw new AppError("unauthorized", { message: "The API token has expired." });
  return { actor: await actorOf(found), id: found.id, ...(expiresAt ? { until: expiresAt } : {}) };
}

async function actorOf({ companyId, id, userId, name, permissions, role, roleId, settings }: TokenRow): Promise<Actor> {
  const owner = await rightsOf({ companyId, id: userId, role, roleId }, settings);
  return {
    type: "token",
    companyId,
    id,
    userId,
    name,
    permissions: intersect(permissions, owner.permissions),
    // Unassigned rows are open to people of the role agent, not to tokens (C1, C2).
    seesUnassigned: false,
    // A token reaches no further than its owner, and is shown no more (C3, W11).
    ...(owner.sight ? { sight: sightOfToken(owner.sight, permissions) } : {}),
  };
}

/** A change of a token, its owner or its company is about to commit. */
export function expectTokenChange(subject: Subject): void {
  cache.expect(subject);
}

/** Such a change has committed, here or in another process. */
export function forgetTokens(subject: Subject): void {
  cache.forget(subject);
}
