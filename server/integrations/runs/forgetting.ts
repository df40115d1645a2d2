import { prisma } from "#server/db/prisma.ts";

type Gone = { companyId: string; contacts: readonly { id: string }[] };

/** Of people who are deleted, the log keeps that something ran, and nothing of what was said. */
export async function forgetPerson(_context: unknown, { companyId, contacts }: Gone): Promise<void> {
  const gone = contacts.map(({ id }) => id);
  await prisma.integrationLink.deleteMany({ where: { companyId, localId: { in: gone } } });
  for (const contactId of gone)
    await prisma.integrationRun.updateMany({ where: { companyId, contactId }, data: { calls: [], contactId: null } });
}
