import { randomBytes } from "node:crypto";
import { minute } from "#server/base/clock.ts";
import type { Actor } from "#server/core/actor.ts";
import { prisma } from "#server/db/prisma.ts";
import type { ChallengePurpose } from "./schema.ts";

export const challengeMs = 5 * minute;

export const newChallenge = (): string => randomBytes(32).toString("base64url");

type Asking = { actor: Actor; now: Date };

/** A new challenge for this session; a former one for the same purpose is good no more. */
export async function beginChallenge(
  { actor, now }: Asking,
  userId: string,
  purpose: ChallengePurpose,
): Promise<string> {
  const { companyId, sessionId = null } = actor;
  const fresh = { challenge: newChallenge(), sessionId, expiresAt: new Date(now.getTime() + challengeMs) };
  await prisma.passkeyChallenge.upsert({
    where: { companyId_userId_purpose: { companyId, userId, purpose } },
    create: { companyId, userId, purpose, ...fresh },
    update: fresh,
  });
  return fresh.challenge;
}

/** Takes the session's challenge, once; undefined for none, and for one that is too old or another session's. */
export async function takeChallenge(
  { actor, now }: Asking,
  userId: string,
  purpose: ChallengePurpose,
): Promise<string | undefined> {
  const { companyId, sessionId = null } = actor;
  const where = { companyId, userId, purpose, sessionId, expiresAt: { gt: now } };
  const found = await prisma.passkeyChallenge.findFirst({ where });
  if (!found) return undefined;
  // Of two at the same time one has it.
  const { count } = await prisma.passkeyChallenge.deleteMany({ where: { ...where, challenge: found.challenge } });
  return count === 1 ? found.challenge : undefined;
}
