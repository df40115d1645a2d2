import { z } from "zod";
import { unseal } from "#server/base/secrets.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockRowOfUser } from "./locking.sql.ts";
import { recoveryHash } from "./recovery.ts";
import { codeField } from "./schema.ts";
import { stepOf } from "./totp.ts";

/**
 * Whether a code is this person's: of the app, each step once, or of recovery, each once. Holds the row, so that one
 * code cannot be used by two at the same time.
 */
export const checkFactor = command({
  name: "sessions.checkFactor",
  access: "system",
  input: z.object({ userId: z.string(), code: codeField, address: z.string().max(64).default("") }),
  output: z.object({ passed: z.boolean() }),
  example: (given) => ({ userId: given.userId ?? "", code: "000000" }),
  async run({ actor: { companyId }, input: { userId, code, address }, now, emit }) {
    const factor = await lockRowOfUser(companyId, userId);
    if (!factor) return { passed: false };
    const where = { companyId_userId: { companyId, userId } };
    const digits = code.replaceAll(" ", "");
    const step = factor.confirmedAt ? stepOf(unseal(factor.secret), digits, now, factor.lastStep) : undefined;
    if (step !== undefined) {
      await prisma.secondFactor.update({ where, data: { lastStep: step, updatedAt: now } });
      return { passed: true };
    }
    const hash = recoveryHash(userId, code);
    if (!factor.recovery.includes(hash)) return { passed: false };
    const recovery = factor.recovery.filter((one) => one !== hash);
    await prisma.secondFactor.update({ where, data: { recovery, updatedAt: now } });
    emit({ type: "session/factor_changed", data: { userId, address, device: "", change: "recovery_used" } });
    return { passed: true };
  },
});
