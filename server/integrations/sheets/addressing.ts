import { AppError } from "#server/base/errors.ts";
import { sha256 } from "#server/base/secrets.ts";
import { requireFeature } from "#server/companies/access.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { readsAll } from "#server/core/rights.ts";
import type { Integration } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { requireProof } from "#server/sessions/access.ts";
import { lockIntegration } from "../access.ts";
import { viewIntegration } from "../listing.ts";
import { integrationIdInput, integrationSchema } from "../schema.ts";
import { newAddressToken } from "./authentication.ts";
import { madeAddressSchema, makeAddressInput } from "./schema.ts";

/** Only a spreadsheet is read; every other type calls by itself. */
export function requireSheets({ type }: Pick<Integration, "type">): void {
  if (type !== "sheets")
    throw new AppError("conflict", { message: "Only the integration of type sheets has an address." });
}

/** The address is of all leads, so it is for who reads them all. */
export function requireAllRead(actor: Actor): void {
  if (readsAll(actor)) return;
  throw new AppError("forbidden", {
    message: "The leads also need the permission clients_read.",
    extra: { requiredPermissions: ["clients_read"] },
  });
}

/** What the log says of it: when the address was made, never the address. */
function changeOf(before: Integration, madeAt: Date | null) {
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return { address: { before: iso(before.addressMadeAt), after: iso(madeAt) } };
}

/**
 * POST /v1/integrations/{integrationId}/address: a new address of the leads; the one before ends at once. The maker
 * says what its readers do not see.
 */
export const makeAddress = command({
  name: "integrations.makeAddress",
  access: "websites_write",
  input: makeAddressInput,
  output: madeAddressSchema,
  example: (given) => ({ integrationId: given.sheetsId ?? "", hide: ["phone" as const] }),
  async run(context) {
    const { actor, input, now, emit } = context;
    const before = await lockIntegration(actor, input.integrationId);
    requireSheets(before);
    requireAllRead(actor);
    await requireFeature(actor, "export");
    await requireProof(context);
    const token = newAddressToken();
    const { companyId, id } = before;
    const made = { addressHash: sha256(token), addressMasks: [...new Set(input.hide)], addressMadeAt: now };
    const data = { ...made, addressReadAt: null, enabled: true, trusted: true, updatedAt: now };
    const after = await prisma.integration.update({ where: { companyId_id: { companyId, id } }, data });
    emit({ type: "integration/changed", data: { id, changes: changeOf(before, now) } });
    return { url: `${env.publicUrl}/sheets/${token}.csv`, integration: await viewIntegration(actor, after) };
  },
});

/** DELETE /v1/integrations/{integrationId}/address: whoever has the address reads nothing any more. */
export const revokeAddress = command({
  name: "integrations.revokeAddress",
  access: "websites_write",
  input: integrationIdInput,
  output: integrationSchema,
  example: (given) => ({ integrationId: given.sheetsId ?? "" }),
  async run({ actor, input, now, emit }) {
    const before = await lockIntegration(actor, input.integrationId);
    requireSheets(before);
    if (before.addressHash === null) return viewIntegration(actor, before);
    const { companyId, id } = before;
    const none = { addressHash: null, addressMasks: [], addressMadeAt: null, addressReadAt: null };
    const data = { ...none, enabled: false, updatedAt: now };
    const after = await prisma.integration.update({ where: { companyId_id: { companyId, id } }, data });
    emit({ type: "integration/changed", data: { id, changes: changeOf(before, null) } });
    return viewIntegration(actor, after);
  },
});
