import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { ownCompany, settingsOf } from "#server/companies/access.ts";
import { env } from "#server/config/env.ts";
import { query } from "#server/core/operation.ts";
import { take } from "#server/kit/rest/limits.ts";
import { ownUser } from "#server/users/access.ts";
import { countMail } from "./access.sql.ts";
import { compose } from "./composing.ts";
import { linkInto } from "./links.ts";
import { mailStatusSchema, mailTestSchema } from "./schema.ts";
import { deliver } from "./transport.ts";
import { mailLocale } from "./words.ts";

const testsPerMinute = 6;

/** Whether mail is set up, and how it goes. */
export const readMailStatus = query({
  name: "mail.status",
  access: "admin",
  input: z.object({}),
  output: mailStatusSchema,
  example: () => ({}),
  async run({ actor }) {
    const { waiting, failed, lastError } = await countMail(actor.companyId);
    const { name = "", address = "" } = env.mail?.from ?? {};
    const from = name ? `${name} <${address}>` : address;
    return { configured: env.mail !== undefined, from, waiting, failed, lastError };
  },
});

/** "Send me a test", to one's own address, at once, with what the mail server says. */
export const sendTestMail = query({
  name: "mail.test",
  access: "admin",
  whileSeeing: "refused",
  input: z.object({}),
  output: mailTestSchema,
  example: () => ({}),
  async run({ actor }) {
    const { email: to, preferences } = await ownUser(actor);
    if (!env.mail) return { outcome: "not_configured" as const, to, error: "" };
    if (!take(`mail test:${actor.companyId}`, testsPerMinute).ok) throw new AppError("rate_limited");
    const { name: company, settings } = await ownCompany(actor);
    const locale = mailLocale(preferences, settingsOf(settings).locale);
    const link = linkInto(actor.companyId, "/settings/company");
    const letter = compose({ kind: "test", locale, values: { company }, link });
    const outcome = await deliver(to, letter, newId());
    return outcome.result === "sent"
      ? { outcome: "sent" as const, to, error: "" }
      : { outcome: "failed" as const, to, error: outcome.error };
  },
});
