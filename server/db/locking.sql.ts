// SQL because Prisma has no word for `for update`.
import { isId } from "#server/base/ids.ts";
import type { OperatorTag } from "./generated/client.ts";
import { raw, row, sql } from "./sql.ts";

/** The tables of which one row is locked by its key, with the row as Prisma knows it. */
type Lockable = {
  operator_tags: OperatorTag;
};

/** One row, held until the transaction ends. Undefined also for what is no id. */
export async function lockRow<T extends keyof Lockable>(
  table: T,
  { companyId, id }: { companyId: string; id: string },
): Promise<Lockable[T] | undefined> {
  if (!isId(id)) return undefined;
  return row<Lockable[T]>(
    sql`select * from ${raw(table)} where "companyId" = ${companyId} and "id" = ${id} for update`,
  );
}
