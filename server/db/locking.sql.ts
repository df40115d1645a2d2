// SQL because Prisma has no word for locks.
import { isId } from "#server/base/ids.ts";
import type {
  ApiToken,
  BulkJob,
  CannedResponse,
  CustomRole,
  InboundPayload,
  Integration,
  Invitation,
  Macro,
  Note,
  OperatorTag,
  Passkey,
  Rule,
  SavedReport,
  SavedView,
  Trigger,
  User,
} from "./generated/client.ts";
import { execute, raw, row, sql } from "./sql.ts";

/** The tables of which one row is locked by its key, with the row as Prisma knows it. */
type Lockable = {
  api_tokens: ApiToken;
  bulk_jobs: BulkJob;
  canned_responses: CannedResponse;
  inbound_payloads: InboundPayload;
  integrations: Integration;
  invitations: Invitation;
  macros: Macro;
  notes: Note;
  operator_tags: OperatorTag;
  passkeys: Passkey;
  roles: CustomRole;
  rules: Rule;
  saved_reports: SavedReport;
  saved_views: SavedView;
  triggers: Trigger;
  users: User;
};

/** What others may still do: add rows that refer to it, unless it may be deleted. */
const strengths = { "to change": raw("for no key update"), "to change or delete": raw("for update") };

/** One row, held until the transaction ends. Undefined also for what is no id. */
export async function lockRow<T extends keyof Lockable>(
  table: T,
  { companyId, id }: { companyId: string; id: string },
  why: keyof typeof strengths = "to change or delete",
): Promise<Lockable[T] | undefined> {
  if (!isId(id)) return undefined;
  return row<Lockable[T]>(
    sql`select * from ${raw(table)} where "companyId" = ${companyId} and "id" = ${id} ${strengths[why]}`,
  );
}

/** One at a time for all who say this name, until the transaction ends; together with others who say so. */
export async function takeTurn(name: string, how: "alone" | "with others" = "alone"): Promise<void> {
  const lock = raw(how === "alone" ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared");
  await execute(sql`select ${lock}(hashtextextended(${name}, 0))`);
}
