// SQL because JSON is compared, and a recipient stays named as long as the contact exists.
import { execute, row, type Sql, sql } from "#server/db/sql.ts";

type Person = {
  companyId: string;
  kind: "contact" | "conversation";
  id: string;
  /** Whether what a row of `campaign_messages` belongs to still sends: a campaign that has ended leaves its rows behind. */
  stillSends: Sql;
};

/** Will leave, or is leaving right now. */
const waiting = ({ stillSends }: Person) => sql`("status" in ('pending', 'enqueued') and "externalId" is null
  and ("claimedAt" is not null or ${stillSends}))`;
const own = ({ companyId, kind, id }: Person) =>
  sql`"companyId" = ${companyId} and ${kind === "contact" ? sql`"contactId" = ${id}` : sql`"conversationId" = ${id}`}`;

/** What went to somebody's number, and to no contact, was theirs. */
export async function claimRecipients(companyId: string, contactId: string, phones: readonly string[]): Promise<void> {
  if (phones.length === 0) return;
  await execute(sql`
    update campaign_messages set "contactId" = ${contactId}
    where "companyId" = ${companyId} and "contactId" is null and "destination" = any(${[...phones]}::text[])`);
}

/** What the message did not leave for, as in refuseMessage. */
type Refusal = { failureCode: string; failureReason: string };

/** The recipient of a conversation that goes may live on as a contact. */
const gone = sql`not exists (select from contacts k
  where k."companyId" = campaign_messages."companyId" and k."id" = campaign_messages."contactId")`;

/** Nobody waits for these any longer: they do not leave. */
export async function refuseUnsent(person: Person, refusal: Refusal): Promise<void> {
  await execute(sql`
    update campaign_messages set "status" = 'invalid', "failureCode" = ${refusal.failureCode},
      "failureReason" = ${refusal.failureReason}
    where ${own(person)} and ${waiting(person)} and ${gone}`);
}

/** Takes the text out of what has left, or never will. */
export async function forgetText(person: Person): Promise<void> {
  await execute(sql`
    update campaign_messages set "variables" = '{}', "media" = null where ${own(person)} and not ${waiting(person)}
      and ("variables" <> '{}' or "media" is not null)`);
}

/** Takes number and name out of what has left, or never will. */
export async function forgetName(person: Person): Promise<void> {
  await execute(sql`
    update campaign_messages set "destination" = '', "name" = '', "recipientKey" = null
    where ${own(person)} and not ${waiting(person)} and ${gone} and ("destination" <> '' or "name" <> '')`);
}

export async function countUnsent(person: Person): Promise<number> {
  const left = await row<{ pending: number }>(sql`
    select count(*) as "pending" from campaign_messages where ${own(person)} and ${waiting(person)}`);
  return left?.pending ?? 0;
}
