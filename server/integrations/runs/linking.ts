import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";

const link = z.object({ localId: z.uuid().optional(), remoteId: z.string().max(100).optional(), made: z.boolean() });

/** Keeps under which ids people and conversations stand at the other product. */
export const keepLinks = command({
  name: "integrations.keepLinks",
  access: "system",
  input: z.object({ integrationId: z.uuid(), provider: z.string().max(40), links: z.array(link).max(10) }),
  output: z.object({}),
  example: (given) => ({ integrationId: given.integrationId ?? "", provider: "hubspot", links: [] }),
  async run({ actor: { companyId }, input: { integrationId, provider, links } }) {
    for (const { localId, remoteId, made } of links) {
      if (localId === undefined || remoteId === undefined) continue;
      const key = { companyId, integrationId, provider, localId };
      await prisma.integrationLink.upsert({
        where: { companyId_integrationId_provider_localId: key },
        create: { ...key, remoteId, made },
        update: { remoteId, made },
      });
    }
    return {};
  },
});
