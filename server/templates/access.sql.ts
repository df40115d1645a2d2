// SQL because the list is searched, and rows are held for a change.
import type { Template } from "#server/db/generated/client.ts";
import { empty, join, likeLiteral, row, rows, type Sql, sql } from "#server/db/sql.ts";

export type TemplateFilters = {
  channelId?: string | undefined;
  status?: readonly string[] | undefined;
  category?: readonly string[] | undefined;
  search?: string | undefined;
  /** Only those of which the platform knows the wording of now. */
  settled?: true;
};

function conditions({ channelId, status, category, search, settled }: TemplateFilters): Sql[] {
  const pattern = `%${likeLiteral((search ?? "").toLowerCase())}%`;
  return [
    ...(channelId === undefined ? [] : [sql`t."channelId" = ${channelId}`]),
    ...(status && status.length > 0 ? [sql`t."status" = any(${status}::text[])`] : []),
    ...(category && category.length > 0 ? [sql`t."category" = any(${category}::text[])`] : []),
    ...(search ? [sql`(lower(t."elementName") like ${pattern} or lower(t."text") like ${pattern})`] : []),
    ...(settled ? [sql`t."task" = ''`] : []),
  ];
}

/** Those that are not deleted, the newest first. */
export function findTemplates(companyId: string, filters: TemplateFilters): Promise<Template[]> {
  const on = [sql`t."companyId" = ${companyId}`, sql`t."deletedAt" is null`, ...conditions(filters)];
  return rows<Template>(sql`select t.* from templates t where ${join(on, " and ")} order by t."number" desc`);
}

/** By its public number; `deleted` finds it also after it was deleted here. */
export function lockNumbered(companyId: string, number: number, deleted: boolean): Promise<Template | undefined> {
  return row<Template>(sql`
    select t.* from templates t where t."companyId" = ${companyId} and t."number" = ${number}
      ${deleted ? empty : sql`and t."deletedAt" is null`} for update of t`);
}

/** By its internal id, deleted ones too. Read for each message that leaves. */
export function findTemplate(companyId: string, id: string): Promise<Template | undefined> {
  return row<Template>(sql`select t.* from templates t where t."companyId" = ${companyId} and t."id" = ${id}`);
}
