import { jobsOf, readableJob } from "#server/actions/bulk/access.ts";
import { AppError, notFound } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import type { BulkJob, HistoryImport } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";

/** Runs of one source and name know what came before. */
export const systemOf = ({ source, name }: Pick<HistoryImport, "source" | "name">) => `${source}:${name.toLowerCase()}`;

export async function readableHistory(actor: Actor, id: string): Promise<{ job: BulkJob; found: HistoryImport }> {
  const job = await readableJob(actor, id);
  const found = await prisma.historyImport.findFirst({ where: { companyId: actor.companyId, id: job.id } });
  if (!found) throw notFound("import");
  return { job, found };
}

/** The channel that conversations of an inbox go to. */
export function channelOf({ settings }: Pick<HistoryImport, "settings">, inbox: string): string {
  return settings.channels[inbox] || settings.websiteId;
}

/** One history at a time: two would ask the other system for the same. */
export async function requireNoOther(actor: Actor, { source, name }: Pick<HistoryImport, "source" | "name">) {
  const same = { companyId: actor.companyId, source, name: { equals: name, mode: "insensitive" as const } };
  const known = await prisma.historyImport.findMany({ where: same, select: { id: true } });
  const jobs = await jobsOf(
    actor,
    known.map(({ id }) => id),
  );
  if (jobs.some(({ finishedAt }) => finishedAt === null))
    throw new AppError("conflict", { message: "An import of this name is running: wait for it, or stop it." });
}
