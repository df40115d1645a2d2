import { z } from "zod";
import { minute } from "#server/base/clock.ts";
import { csvLines } from "#server/base/spreadsheet-cell.ts";
import { featuresOf, ownCompany, requireFeature } from "#server/companies/access.ts";
import { query } from "#server/core/operation.ts";
import { maskable } from "#server/core/permissions.ts";
import { masksOf } from "#server/core/rights.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableIntegration } from "../access.ts";
import { integrationIdInput } from "../schema.ts";
import { requireAllRead, requireSheets } from "./addressing.ts";
import { leadsSchema, mostRows, previewRows } from "./schema.ts";
import { leadTable } from "./table.ts";

/** GET /v1/integrations/{integrationId}/leads: the newest rows of the table, for who asks. */
export const previewLeads = query({
  name: "integrations.leads",
  access: "websites_read",
  input: integrationIdInput,
  output: leadsSchema,
  example: (given) => ({ integrationId: given.sheetsId ?? "" }),
  async run({ actor, input }) {
    const integration = await readableIntegration(actor, input.integrationId);
    requireSheets(integration);
    requireAllRead(actor);
    await requireFeature(actor, "export");
    return leadTable(actor.companyId, previewRows, hidden(masksOf(actor), integration.addressMasks));
  },
});

const hidden = (...lists: readonly (readonly string[])[]) => maskable.filter((one) => lists.flat().includes(one));

/** The file behind an address; null where it is switched off, or the plan leaves it out. */
export const readSheet = query({
  name: "integrations.readSheet",
  access: "system",
  input: integrationIdInput,
  output: z.object({ csv: z.string().nullable() }),
  example: (given) => ({ integrationId: given.sheetsId ?? "" }),
  async run({ actor, input, now }) {
    const { companyId } = actor;
    const found = await readableIntegration(actor, input.integrationId);
    const { id, enabled, addressHash, addressMasks, addressReadAt } = found;
    const included = featuresOf(await ownCompany(actor)).export !== false;
    if (!enabled || addressHash === null || !included) return { csv: null };
    const { columns, rows } = await leadTable(companyId, mostRows, hidden(addressMasks));
    if (!addressReadAt || now.getTime() - addressReadAt.getTime() > minute)
      await prisma.integration.updateMany({ where: { companyId, id, addressHash }, data: { addressReadAt: now } });
    return { csv: `\ufeff${csvLines([columns, ...rows])}` };
  },
});
