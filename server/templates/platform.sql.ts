// SQL because rows are claimed for the platform, found by either of its names, and written for each message.
import type { Template } from "#server/db/generated/client.ts";
import { execute, row, rows, sql } from "#server/db/sql.ts";

type Named = { channelId: string; externalId: string | undefined; name: string; language: string };

/** By the platform's id, else by name and language; held. */
export function lockNamed(companyId: string, { channelId, externalId = "", name, language }: Named) {
  const id = externalId === "" ? null : externalId;
  return row<Template>(sql`
    select t.* from templates t
    where t."companyId" = ${companyId} and t."channelId" = ${channelId} and t."deletedAt" is null
      and (t."externalId" = ${id} or (t."elementName" = ${name} and t."language" = ${language}))
    order by t."externalId" = ${id} desc nulls last limit 1 for update`);
}

/** Whether it was deleted here, and the platform does not know that yet, or did not when it was asked. */
export async function isLeaving(
  companyId: string,
  { channelId, externalId }: { channelId: string; externalId: string },
  asked: Date,
): Promise<boolean> {
  const found = await row(sql`
    select 1 from templates t where t."companyId" = ${companyId} and t."externalId" = ${externalId}
      and t."channelId" = ${channelId} and t."deletedAt" is not null
      and (t."task" = 'delete' or t."updatedAt" >= ${asked}) limit 1`);
  return found !== undefined;
}

/** Those of a channel that the platform knew, and did not list when it was asked; held. */
export function lockUnlisted(
  companyId: string,
  channelId: string,
  listed: readonly string[],
  asked: Date,
): Promise<Template[]> {
  return rows<Template>(sql`
    select t.* from templates t where t."companyId" = ${companyId} and t."channelId" = ${channelId}
      and t."deletedAt" is null and t."externalId" is not null and t."task" = ''
      and t."platformStatus" <> 'DELETED' and t."updatedAt" < ${asked} and not t."externalId" = any(${listed}::text[]) for update`);
}

/** The first with a change that the platform does not know yet, claimed until then. */
export function claimChanged(companyId: string, now: Date, until: Date): Promise<Template | undefined> {
  return row<Template>(sql`
    update templates set "leaseUntil" = ${until} where "companyId" = ${companyId} and "id" = (
      select t."id" from templates t join channels c on c."companyId" = t."companyId" and c."id" = t."channelId"
      where t."companyId" = ${companyId} and t."task" <> '' and c."connected" and c."deletedAt" is null
        and (t."leaseUntil" is null or t."leaseUntil" < ${now})
      order by t."number" limit 1 for update of t skip locked)
    returning *`);
}

/** The template was used just now; written at most once a minute. */
export async function noteUse(companyId: string, id: string, at: Date): Promise<void> {
  await execute(sql`
    update templates set "lastSentAt" = ${at} where "companyId" = ${companyId} and "id" = ${id}
      and ("lastSentAt" is null or "lastSentAt" < ${at}::timestamptz - interval '1 minute')`);
}
