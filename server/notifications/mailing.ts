import { z } from "zod";
import { ownCompany, settingsOf, storedSettings } from "#server/companies/access.ts";
import { findEvent } from "#server/core/events/reading.sql.ts";
import { command } from "#server/core/operation.ts";
import { linkInto } from "#server/mail/links.ts";
import { queueMail, sendsMail } from "#server/mail/queueing.ts";
import { mailLocale } from "#server/mail/words.ts";
import { readableUser } from "#server/users/access.ts";
import { payloadFor } from "./push/pushing.ts";

/**
 * Mails what an event has made to those who want it by mail and have not read it since. Once while it is unread, however
 * often it happens.
 */
export const mailEvent = command({
  name: "notifications.mail",
  access: "system",
  input: z.object({ eventId: z.uuid() }),
  output: z.object({ queued: z.int() }),
  example: (given) => ({ eventId: given.notificationId ?? "" }),
  async run({ actor, input, now }) {
    const event = sendsMail() ? await findEvent(actor.companyId, input.eventId) : undefined;
    if (event?.type !== "notification/changed") return { queued: 0 };
    const { name: company } = await ownCompany(actor);
    const { locale } = settingsOf(await storedSettings(actor));
    let queued = 0;
    for (const { userId, made } of event.data.people) {
      const payload = made?.email ? await payloadFor(actor, userId, made.id) : undefined;
      const user = payload && (await readableUser(actor, userId));
      if (!made || !payload || !user?.active) continue;
      const letter = {
        kind: "notification" as const,
        locale: mailLocale(user.preferences, locale),
        values: { company, title: payload.title, body: payload.body || payload.title },
        link: linkInto(actor.companyId, payload.url),
        settings: linkInto(actor.companyId, "/settings/notifications"),
      };
      const mail = { ...letter, to: user.email, cause: `notification:${made.id}:${payload.tag}:` };
      if (await queueMail({ actor, now }, mail)) queued += 1;
    }
    return { queued };
  },
});
