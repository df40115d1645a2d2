import { ownCompany, settingsOf } from "#server/companies/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { deviceOf } from "#server/core/devices.ts";
import { prisma } from "#server/db/prisma.ts";
import { linkInto } from "#server/mail/links.ts";
import { queueMail, sendsMail } from "#server/mail/queueing.ts";
import { mailLocale } from "#server/mail/words.ts";
import type { UserRow } from "#server/users/access.ts";

type Begun = { sessionId: string; address: string; userAgent: string };

/**
 * Tells a person by mail of a sign-in from a browser that they have not used. Not of their very first one, nor where the
 * same browser was seen at the same address: it may have lost its cookies.
 */
export async function noticeSignIn(
  { actor, now }: { actor: Actor; now: Date },
  user: UserRow,
  { sessionId, address, userAgent }: Begun,
): Promise<void> {
  if (!sendsMail()) return;
  const where = { companyId: actor.companyId, userId: user.id };
  if ((await prisma.userSession.count({ where })) === 0) return;
  const seen = { ...where, address, userAgent: userAgent.slice(0, 500) };
  if ((await prisma.userSession.count({ where: seen })) > 0) return;
  const { name: company, settings } = await ownCompany(actor);
  const { locale, timeZone } = settingsOf(settings);
  const reads = mailLocale(user.preferences, locale);
  const when = new Intl.DateTimeFormat(reads, { dateStyle: "medium", timeStyle: "long", timeZone }).format(now);
  const place = [deviceOf(userAgent), address].filter(Boolean).join(", ");
  await queueMail(
    { actor, now },
    {
      kind: "signed_in",
      locale: reads,
      values: { company, name: user.name, when, place: place || "-" },
      link: linkInto(actor.companyId, "/settings/profile"),
      to: user.email,
      cause: `session:${sessionId}`,
    },
  );
}
