import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command, query } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import type { SavedReport } from "#server/db/generated/client.ts";
import { Prisma } from "#server/db/generated/client.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { mailStatesOf } from "#server/mail/queueing.ts";
import { groupingsOf, longest, type ReportName } from "../choices.ts";
import { companyZone } from "../reading.ts";
import { groupOf, lockReport, readableReport, requireScope, takeTurnAtReports, visibleReports } from "./access.ts";
import { fits, maxSavedReports, type Schedule } from "./choices.ts";
import { causeOf } from "./due.sql.ts";
import { checkedSchedule } from "./readers.ts";
import {
  createSavedInput,
  deletedSavedSchema,
  deleteSavedInput,
  type SavedQuery,
  savedIdInput,
  savedQuerySchema,
  savedReportSchema,
  updateSavedInput,
} from "./schema.ts";
import { nextTime } from "./zoned.ts";

/** With what became of the mails that were due last. */
async function viewed(actor: Actor, rows: readonly SavedReport[]) {
  const causes = rows.flatMap((row) =>
    row.sentAt ? (row.schedule?.recipients ?? []).map((userId) => causeOf(row.id, row.sentAt, userId)) : [],
  );
  const states = await mailStatesOf(actor, causes);
  return rows.map((row) => {
    const { companyId: _company, query, ...rest } = row;
    const mine = [...states].filter(([cause]) => cause.startsWith(`report:${row.id}:`));
    return { ...rest, ...query, failed: mine.filter(([, state]) => state === "failed").length };
  });
}

async function viewedOne(actor: Actor, row: SavedReport) {
  const [one] = await viewed(actor, [row]);
  if (!one) throw new Error("a saved report is lost");
  return one;
}

function personOf({ userId }: Actor): string {
  if (userId) return userId;
  throw new AppError("forbidden", { message: "Saved reports belong to people." });
}

const folded = (name: string) => name.normalize("NFKC").toLowerCase();

function requirePlace(others: readonly SavedReport[], name: string): void {
  if (others.length >= maxSavedReports)
    throw new AppError("limit_reached", {
      message: `At most ${maxSavedReports} saved reports.`,
      extra: { limit: maxSavedReports },
    });
  if (!others.some((one) => folded(one.name) === folded(name))) return;
  const message = "There is a saved report of this name.";
  throw new AppError("already_exists", { message, details: [{ field: "name", code: "already_exists", message }] });
}

function requireDivision(report: ReportName, { by }: Pick<SavedQuery, "by">): void {
  const known = groupingsOf(report);
  if (by !== null && !known.includes(by))
    throw invalidField("by", `This report is divided by ${known.join(", ")}.`, "invalid_value");
}

/** What could never be shown is not kept. */
function requireLength({ range, interval }: Pick<SavedQuery, "range" | "interval">): void {
  if (fits(range, interval)) return;
  const message = `By ${interval}, a report covers at most ${longest[interval]} days.`;
  throw invalidField("range", message, "range_too_large");
}

/** Whose screens show it: everybody's, or its owner's. */
export function tell(
  { emit }: Pick<CommandContext<unknown>, "emit">,
  id: string,
  versions: readonly Pick<SavedReport, "scope" | "userId">[],
  mailed?: number,
): void {
  const shared = versions.some(({ scope }) => scope === "company");
  emit({ type: "report/changed", data: { id, mailed, ...(shared ? {} : { userId: versions[0]?.userId }) } });
}

const dueOf = async (actor: Actor, schedule: Schedule | null, now: Date) =>
  schedule && nextTime(schedule, await companyZone(actor), now);

/** GET /v1/saved-reports: the company's, and the person's own. */
export const listSaved = query({
  name: "reports.listSaved",
  access: "reports_read",
  input: z.object({}),
  output: z.array(savedReportSchema),
  example: () => ({}),
  run: async ({ actor }) => viewed(actor, await visibleReports(actor)),
});

/** GET /v1/saved-reports/{savedReportId} */
export const readSaved = query({
  name: "reports.getSaved",
  access: "reports_read",
  input: savedIdInput,
  output: savedReportSchema,
  example: (given) => ({ savedReportId: given.savedReportId ?? "" }),
  run: async ({ actor, input }) => viewedOne(actor, await readableReport(actor, input.savedReportId)),
});

/** POST /v1/saved-reports */
export const createSaved = command({
  name: "reports.createSaved",
  access: "reports_read",
  input: createSavedInput,
  output: savedReportSchema,
  example: (given) => ({
    ...{ name: "How fast we answer", report: "responses" as const, range: "last_week" as const },
    schedule: { every: "week" as const, weekday: 1, hour: 8, recipients: given.userId ? [given.userId] : ["me"] },
  }),
  async run(context) {
    const { actor, input, now } = context;
    const { name, report, scope, schedule: asked, ...query } = input;
    requireScope(actor, scope);
    requireDivision(report, query);
    requireLength(query);
    const group = { companyId: actor.companyId, scope, userId: personOf(actor) };
    await takeTurnAtReports(actor);
    requirePlace(await groupOf(group), name);
    const schedule = await checkedSchedule(actor, asked);
    const made = await prisma.savedReport.create({
      data: {
        ...{ ...group, id: newId(), name, report, query, createdAt: now, updatedAt: now },
        ...(schedule ? { schedule } : {}),
        dueAt: await dueOf(actor, schedule, now),
      },
    });
    tell(context, made.id, [made]);
    return viewedOne(actor, made);
  },
});

/** PATCH and PUT /v1/saved-reports/{savedReportId}: what is not given stays. */
export const updateSaved = command({
  name: "reports.updateSaved",
  access: "reports_read",
  input: updateSavedInput,
  output: savedReportSchema,
  example: (given) => ({ savedReportId: given.savedReportId ?? "", name: "Answers", range: "last_month" as const }),
  async run(context) {
    const { actor, input, now } = context;
    await takeTurnAtReports(actor);
    const before = await lockReport(actor, input.savedReportId);
    const { name = before.name, scope = before.scope } = input;
    requireScope(actor, scope);
    const query = savedQuerySchema.parse({ ...before.query, ...definedOf(input) });
    requireDivision(before.report, query);
    // One of before that is too long can still be renamed.
    if (query.range !== before.query.range || query.interval !== before.query.interval) requireLength(query);
    const moved = scope !== before.scope;
    // What stops being the company's becomes the report of who took it back.
    const userId = scope === "private" && moved ? personOf(actor) : before.userId;
    requireMatch(input.ifMatch, before.updatedAt);
    if (moved || folded(name) !== folded(before.name)) {
      const others = (await groupOf({ ...before, scope, userId })).filter(({ id }) => id !== before.id);
      requirePlace(moved ? others : others.slice(0, maxSavedReports - 1), name);
    }
    const schedule = input.schedule === undefined ? before.schedule : await checkedSchedule(actor, input.schedule);
    const rescheduled = !isDeepStrictEqual(schedule, before.schedule);
    const changes = { name, scope, userId, query, schedule };
    if (isDeepStrictEqual({ ...before, ...changes }, before)) return viewedOne(actor, before);
    const after = await prisma.savedReport.update({
      where: { companyId_id: { companyId: before.companyId, id: before.id } },
      data: {
        ...changes,
        schedule: schedule ?? Prisma.DbNull,
        ...(rescheduled ? { dueAt: await dueOf(actor, schedule, now), error: "" } : {}),
        updatedAt: momentAfter(before.updatedAt),
      },
    });
    tell(context, before.id, [before, after]);
    return viewedOne(actor, after);
  },
});

const queryKeys = Object.keys(savedQuerySchema.shape);
const definedOf = (input: object) =>
  Object.fromEntries(Object.entries(input).filter(([key, value]) => queryKeys.includes(key) && value !== undefined));

/** DELETE /v1/saved-reports/{savedReportId} */
export const deleteSaved = command({
  name: "reports.deleteSaved",
  access: "reports_read",
  input: deleteSavedInput,
  output: deletedSavedSchema,
  example: (given) => ({ savedReportId: given.savedReportId ?? "" }),
  async run(context) {
    const saved = await lockReport(context.actor, context.input.savedReportId);
    requireMatch(context.input.ifMatch, saved.updatedAt);
    const { companyId, id } = saved;
    await prisma.savedReport.delete({ where: { companyId_id: { companyId, id } } });
    tell(context, id, [saved]);
    return { id, deleted: true as const };
  },
});
