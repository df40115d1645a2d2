import type { CommandContext } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockRowOfUser } from "./locking.sql.ts";
import { newRecoveryCodes, recoveryHash } from "./recovery.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now">;

/** New codes with what is kept of them. */
export function withHashes(userId: string) {
  const codes = newRecoveryCodes();
  return { codes, recovery: codes.map((code) => recoveryHash(userId, code)) };
}

/** Recovery codes for who has no unused ones, as with a first passkey; else none. */
export async function ensureRecovery({ actor: { companyId }, now }: Context, userId: string): Promise<string[]> {
  const row = await lockRowOfUser(companyId, userId);
  if (row && row.recovery.length > 0) return [];
  const { codes, recovery } = withHashes(userId);
  await prisma.secondFactor.upsert({
    where: { companyId_userId: { companyId, userId } },
    // No app yet: an empty secret makes no codes.
    create: { companyId, userId, secret: "", recovery, createdAt: now, updatedAt: now },
    update: { recovery, updatedAt: now },
  });
  return codes;
}
