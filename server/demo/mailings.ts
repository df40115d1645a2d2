import { day, minute } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { systemActor } from "#server/core/actor.ts";
import { inTransaction } from "#server/db/pool.ts";
import { execute, json, raw, rows, sql } from "#server/db/sql.ts";
import type { TemplateMessageStatus } from "#server/templates/choices.ts";
import { insertTemplateMessages } from "#server/templates/messages/template-messages.ts";
import { dice } from "./chance.ts";

type Recipient = { id: string; name: string; phone: string };
type Mailing = { name: string; template: string; age: number; variables: Record<string, string>; count: number };

const mailings: readonly Mailing[] = [
  {
    name: "Spring service, October",
    template: "spring_service",
    age: 38 * day,
    variables: { "2": "half the price" },
    count: 46,
  },
  { name: "Orders ready, first week", template: "order_ready", age: 12 * day, variables: { "2": "1043" }, count: 31 },
];

const unreachable = { failureCode: "131026", failureReason: "The number is not on WhatsApp, or cannot be reached." };

/** How far a message got, and whether the customer answered. */
function fateOf(roll: number): { status: TemplateMessageStatus; answered: boolean } {
  if (roll < 0.05) return { status: "failed", answered: false };
  if (roll < 0.1) return { status: "sent", answered: false };
  if (roll < 0.3) return { status: "delivered", answered: false };
  return { status: "read", answered: roll > 0.78 };
}

async function seedOne(
  companyId: string,
  channelId: string,
  mailing: Mailing,
  people: readonly Recipient[],
  now: Date,
) {
  const actor = systemActor(companyId);
  const [template] = await rows<{ id: string }>(sql`
    select "id" from templates where "companyId" = ${companyId} and "channelId" = ${channelId}
      and "elementName" = ${mailing.template} order by "language" limit 1`);
  if (!template) return;
  const roll = dice(mailing.count);
  const at = new Date(now.getTime() - mailing.age);
  const finishedAt = new Date(at.getTime() + 4 * minute);
  const campaign = {
    ...{ companyId, id: newId(), channelId, templateId: template.id, name: mailing.name, status: "SENT" },
    ...{ recipients: people.length, scheduledAt: at, startedAt: at, finishedAt, createdBy: "Alex Romero" },
    ...{ createdAt: at, updatedAt: finishedAt },
  };
  const columns = Object.keys(campaign)
    .map((column) => `"${column}"`)
    .join(", ");
  await execute(sql`insert into campaigns (${raw(columns)})
    select ${raw(columns)} from jsonb_populate_record(null::campaigns, ${json(campaign)}::jsonb)`);
  const fates = people.map(() => fateOf(roll()));
  const made = await insertTemplateMessages(
    actor,
    at,
    people.map(({ id, name, phone }, index) => ({
      ...{ campaignId: campaign.id, channelId, templateId: template.id, contactId: id, name },
      ...{ destination: phone, recipientKey: phone, media: null, status: fates[index]?.status ?? "sent" },
      variables: { "1": name.split(" ")[0] ?? name, ...mailing.variables },
      ...(fates[index]?.status === "failed" ? unreachable : { failureCode: null, failureReason: null }),
    })),
  );
  const times = made.map(({ id, status }, index) => {
    const later = (minutes: number) => new Date(at.getTime() + (index / 12 + minutes) * minute);
    const arrived = status === "delivered" || status === "read";
    return {
      id,
      sentAt: status === "failed" ? null : later(0),
      deliveredAt: arrived ? later(0.2) : null,
      readAt: status === "read" ? later(3 + roll() * 90) : null,
      answeredAt: fates[index]?.answered ? later(95 + roll() * 600) : null,
    };
  });
  await execute(sql`
    update campaign_messages m set "sentAt" = t."sentAt", "deliveredAt" = t."deliveredAt", "readAt" = t."readAt",
      "answeredAt" = t."answeredAt", "claimedAt" = t."sentAt", "attempts" = 1
    from jsonb_to_recordset(${json(times)}::jsonb) as t("id" uuid, "sentAt" timestamptz, "deliveredAt" timestamptz,
      "readAt" timestamptz, "answeredAt" timestamptz)
    where m."companyId" = ${companyId} and m."id" = t."id"`);
}

/** Two campaigns that are over, with what became of each message. */
export async function seedMailings(companyId: string, channelId: string, now: Date): Promise<void> {
  await inTransaction(companyId, async () => {
    const people = await rows<Recipient>(sql`
      select "id", "name", "internationalPhoneNumber" as "phone" from contacts
      where "companyId" = ${companyId} and "internationalPhoneNumber" <> '' order by "id" limit 80`);
    for (const mailing of mailings) await seedOne(companyId, channelId, mailing, people.slice(0, mailing.count), now);
  });
}
