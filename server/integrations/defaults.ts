import { newId } from "#server/base/ids.ts";
import type { ListenerContext } from "#server/core/listeners.ts";
import { prisma } from "#server/db/prisma.ts";
import type { IntegrationType } from "./choices.ts";

const defaults: { type: IntegrationType; name: string }[] = [
  { type: "webhook", name: "Webhook" },
  { type: "email", name: "Email" },
  { type: "analytics", name: "Analytics" },
  { type: "sheets", name: "Spreadsheets" },
  { type: "crm", name: "CRM" },
];

/** One integration of each type, off, for a new company. */
export async function insertIntegrations(
  { now: at }: Pick<ListenerContext, "now">,
  { companyId }: { companyId: string },
): Promise<void> {
  const made = defaults.map((one) => ({ ...one, companyId, id: newId(), createdAt: at, updatedAt: at }));
  await prisma.integration.createMany({ data: made });
}
