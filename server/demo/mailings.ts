import { day, minute } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { systemActor } from "#server/core/actor.ts";
import { inTransaction } from "#server/db/pool.ts";
import { prisma } from "#server/db/prisma.ts";
import type { TemplateMessageStatus } from "#server/templates/choices.ts";
import { insertTemplateMessages } from "#server/templates/messages/template-messages.ts";
import { noteUse } from "#server/templates/platform.sql.ts";
import { dice } from "./chance.ts";
import { contactsWithPhone, insertCampaign, updateTimes } from "./seeding.sql.ts";

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

const text = (value: string) => ({ from: "text" as const, value, fallback: "" });

/** How far a message got, and whether the customer answered. */
function fateOf(roll: number): { status: TemplateMessageStatus; answered: boolean } {
  if (roll < 0.05) return { status: "failed", answered: false };
  if (roll < 0.1) return { status: "sent", answered: false };
  if (roll < 0.3) return { status: "delivered", answered: false };
  return { status: "read", answered: roll > 0.78 };
}

type Sender = { companyId: string; userId: string; channelId: string };

async function seedOne(
  { companyId, userId, channelId }: Sender,
  mailing: Mailing,
  people: readonly Recipient[],
  now: Date,
) {
  const actor = systemActor(companyId);
  const template = await prisma.template.findFirst({
    where: { companyId, channelId, elementName: mailing.template },
    select: { id: true },
    orderBy: { language: "asc" },
  });
  if (!template) return;
  const roll = dice(mailing.count);
  const at = new Date(now.getTime() - mailing.age);
  const finishedAt = new Date(at.getTime() + 4 * minute);
  const written = Object.entries(mailing.variables).map(([key, value]) => [key, text(value)]);
  const campaign = {
    ...{ companyId, id: newId(), channelId, templateId: template.id, name: mailing.name, status: "SENT" as const },
    ...{ recipients: people.length, scheduledAt: at, startedAt: at, finishedAt, createdBy: userId },
    ...{ createdAt: at, updatedAt: finishedAt },
    audience: { type: "contacts" as const, contactIds: people.map(({ id }) => id) },
    variables: { "1": { from: "contact" as const, value: "name", fallback: "" }, ...Object.fromEntries(written) },
  };
  await insertCampaign(campaign);
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
  await updateTimes(companyId, times);
  await noteUse(companyId, template.id, finishedAt);
}

/** Two campaigns that are over, with what became of each message, and their templates as old as they must be. */
export async function seedMailings(sender: Sender, now: Date): Promise<void> {
  const { companyId } = sender;
  await inTransaction(companyId, async () => {
    const createdAt = new Date(now.getTime() - 45 * day);
    await prisma.template.updateMany({ where: { companyId }, data: { createdAt } });
    const people = await contactsWithPhone(companyId);
    for (const mailing of mailings) await seedOne(sender, mailing, people.slice(0, mailing.count), now);
  });
}
