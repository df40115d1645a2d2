import { z } from "zod";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import type { RetentionRule } from "#server/db/generated/client.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { rulesOf } from "./access.ts";
import { type RetentionKind, retentionKinds } from "./choices.ts";
import { retentionSchema, updateRetentionInput } from "./schema.ts";

function viewRule(
  kind: RetentionKind,
  rule: RetentionRule | undefined,
): z.input<typeof retentionSchema>["rules"][number] {
  const { days = null, removed = 0n, removedAt = null } = rule ?? {};
  return { kind, days: days === 0 ? null : days, removed: Number(removed), removedAt };
}

async function viewAll(actor: Actor) {
  const rules = await rulesOf(actor);
  return { rules: retentionKinds.map((kind) => viewRule(kind, rules.get(kind))) };
}

/** GET /v1/retention */
export const readRetention = query({
  name: "retention.read",
  access: "admin",
  input: z.object({}),
  output: retentionSchema,
  example: () => ({}),
  run: ({ actor }) => viewAll(actor),
});

/** PATCH /v1/retention: what is not given stays; null keeps a kind for good again. */
export const updateRetention = command({
  name: "retention.update",
  access: "admin",
  input: updateRetentionInput,
  output: retentionSchema,
  example: () => ({ conversations: 730, payloads: 14 }),
  async run({ actor, input, now, emit }) {
    const { companyId } = actor;
    await takeTurn(`retention:${companyId}`);
    const rules = await rulesOf(actor);
    const changes: Record<string, { before: number | null; after: number | null }> = {};
    for (const kind of retentionKinds) {
      const after = input[kind];
      const before = viewRule(kind, rules.get(kind)).days;
      if (after === undefined || after === before) continue;
      changes[kind] = { before, after };
      // The row stays for what it counts.
      const days = after ?? 0;
      await prisma.retentionRule.upsert({
        where: { companyId_kind: { companyId, kind } },
        create: { companyId, kind, days, updatedAt: now },
        update: { days, updatedAt: now },
      });
    }
    if (Object.keys(changes).length > 0) emit({ type: "retention/changed", data: { changes } });
    return viewAll(actor);
  },
});
