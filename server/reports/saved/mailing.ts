import { z } from "zod";
import { minute } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { featuresOf, ownCompany, settingsOf } from "#server/companies/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { isLost, isRetryable } from "#server/db/errors.ts";
import type { SavedReport } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { attempt, inSavepoint } from "#server/db/transactions/savepoint.ts";
import { asAppError } from "#server/kit/rest/answer.ts";
import { take } from "#server/kit/rest/limits.ts";
import { queueMail, sendsMail } from "#server/mail/queueing.ts";
import { mailLocale } from "#server/mail/words.ts";
import { ownUser, readableUser } from "#server/users/access.ts";
import { isNarrowed } from "../reach.sql.ts";
import { readableReport } from "./access.ts";
import { causeOf, takeDue } from "./due.sql.ts";
import { readerOf } from "./readers.ts";
import { tell } from "./saving.ts";
import { mailedSchema, savedIdInput, sentSavedSchema } from "./schema.ts";
import { letterOf, type Told, tellReport } from "./telling.ts";
import { latestTime, nextTime } from "./zoned.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** One mail to one person, with what that person may read. */
async function mailTo(
  context: Pick<Context, "actor" | "now">,
  saved: SavedReport,
  told: Told,
  to: string,
  cause: string,
) {
  const { actor } = context;
  const own = await ownCompany(actor);
  const { name: company, settings } = own;
  const exports = featuresOf(own).export !== false;
  const { locale: usual, currency } = settingsOf(settings);
  const user = await readableUser(actor, to);
  const { name: who } = await readableUser(actor, saved.userId);
  const letter = letterOf(saved, told, { company, currency, who, exports }, mailLocale(user.preferences, usual));
  return queueMail(context, { ...letter, to: user.email, cause });
}

/** To each who may read it by now. Whoever reads everything reads the same figures: they are made once. */
async function mailAll(context: Context, saved: SavedReport, at: Date): Promise<{ mails: number; error: string }> {
  const { companyId } = saved;
  if (!sendsMail()) return { mails: 0, error: "mail_off" };
  if (saved.scope === "private" && !(await readerOf(companyId, saved.userId))) return { mails: 0, error: "owner_gone" };
  const shared = new Map<string, Told | AppError>();
  let mails = 0;
  let error = "no_reader";
  for (const userId of saved.schedule?.recipients ?? []) {
    const reader = await readerOf(companyId, userId);
    if (!reader) continue;
    const reach = isNarrowed(reader) ? reader.id : "all";
    const told = shared.get(reach) ?? (await attempt(() => tellReport(reader, saved, at)));
    shared.set(reach, told);
    if (told instanceof AppError) error = told.details?.[0]?.code ?? told.code;
    else if (await mailTo(context, saved, told, userId, causeOf(saved.id, at, userId))) mails += 1;
  }
  return { mails, error: mails > 0 ? "" : error };
}

/** A report that cannot be made is tried again after so long. */
const againMs = 10 * minute;

/** All its mails or none. A fault of one report, as a statement that takes too long, keeps no other from being mailed. */
async function mailWhole(context: Context, saved: SavedReport, at: Date) {
  try {
    return { ...(await inSavepoint(() => mailAll(context, saved, at))), failed: false };
  } catch (error) {
    if (isLost(error) || isRetryable(error)) throw error;
    log.warn({ error, companyId: saved.companyId, savedReportId: saved.id }, "a saved report could not be made");
    return { mails: 0, error: asAppError(error).code, failed: true };
  }
}

/** The report that is due longest: its mails and its next time are one transaction, so a kill leaves both or neither. */
export const mailDue = command({
  name: "reports.mailDue",
  access: "system",
  input: z.object({}),
  output: mailedSchema,
  example: () => ({}),
  async run(context) {
    const { actor, now } = context;
    const saved = await takeDue(actor.companyId);
    if (!saved?.schedule || !saved.dueAt) return { mails: 0, more: false };
    const { companyId, id, schedule, dueAt } = saved;
    const { timeZone } = settingsOf((await ownCompany(actor)).settings);
    // One that is tried again is that of the time at which it could not be made.
    const at = latestTime(schedule, timeZone, (saved.error && saved.sentAt) || dueAt, now);
    const { mails, error, failed } = await mailWhole(context, saved, at);
    const next = nextTime(schedule, timeZone, now);
    const again = new Date(Math.min(next.getTime(), now.getTime() + againMs));
    await prisma.savedReport.update({
      where: { companyId_id: { companyId, id } },
      data: { sentAt: at, error, dueAt: error === "owner_gone" ? null : failed ? again : next },
    });
    if (error && !failed)
      log.warn({ companyId, savedReportId: id, reason: error }, "a saved report was mailed to nobody");
    tell(context, id, [saved], mails);
    return { mails, more: true };
  },
});

/** All that is due of one company. */
export async function mailReports(actor: Actor): Promise<void> {
  for (let more = true; more; ) more = (await mailDue.execute(actor, {})).more;
}

const testsPerMinute = 6;

/** POST /v1/saved-reports/{savedReportId}/send: to who asks, as it is mailed, whatever its schedule. */
export const sendSaved = command({
  name: "reports.sendSaved",
  access: "reports_read",
  input: savedIdInput,
  output: sentSavedSchema,
  example: (given) => ({ savedReportId: given.savedReportId ?? "" }),
  async run(context) {
    const { actor, input, now } = context;
    const saved = await readableReport(actor, input.savedReportId);
    const { id: userId, email: to } = await ownUser(actor);
    if (!sendsMail()) return { outcome: "not_configured" as const, to };
    if (!take(`report mail:${actor.companyId}`, testsPerMinute).ok) throw new AppError("rate_limited");
    await mailTo(context, saved, await tellReport(actor, saved, now), userId, `report:${saved.id}:${newId()}`);
    return { outcome: "queued" as const, to };
  },
});
