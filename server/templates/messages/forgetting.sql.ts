// SQL because JSON is compared, and a recipient stays named as long as the contact exists.
import { execute, row, sql } from "#server/db/sql.ts";

type Person = { companyId: string; kind: "contact" | "conversation"; id: string };

const waiting = sql`"status" in ('pending', 'enqueued') and "externalId" is null`;
const own = ({ companyId, kind, id }: Person) =>
  sql`"companyId" = ${companyId} and ${kind === "contact" ? sql`"contactId" = ${id}` : sql`"conversationId" = ${id}`}`;

/** What went to somebody's number, and to no contact, was theirs. */
export async function claimRecipients(companyId: string, contactId: string, phones: readonly string[]): Promise<void> {
  if (phones.length === 0) return;
  await execute(sql`
    update campaign_messages set "contactId" = ${contactId}
    where "companyId" = ${companyId} and "contactId" is null and "destination" = any(${[...phones]}::text[])`);
}

/** Takes the text out of what has left. */
export async function forgetText(person: Person): Promise<void> {
  await execute(sql`
    update campaign_messages set "variables" = '{}', "media" = null where ${own(person)} and not (${waiting})
      and ("variables" <> '{}' or "media" is not null)`);
}

/** Takes number and name out of what has left. The recipient of a conversation that goes may live on as a contact. */
export async function forgetName(person: Person): Promise<void> {
  const gone = sql`not exists (select from contacts k
    where k."companyId" = campaign_messages."companyId" and k."id" = campaign_messages."contactId")`;
  await execute(sql`
    update campaign_messages set "destination" = '', "name" = '', "recipientKey" = null
    where ${own(person)} and not (${waiting}) and ${gone} and ("destination" <> '' or "name" <> '')`);
}

export async function countUnsent(person: Person): Promise<number> {
  const left = await row<{ pending: number }>(sql`
    select count(*) as "pending" from campaign_messages where ${own(person)} and ${waiting}`);
  return left?.pending ?? 0;
}
