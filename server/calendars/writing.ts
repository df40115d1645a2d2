import { isDeepStrictEqual } from "node:util";
import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { settingsOf, storedSettings } from "#server/companies/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { Listeners } from "#server/core/listeners.ts";
import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import type { Calendar } from "#server/db/generated/client.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableCalendar } from "./access.ts";
import { maxCalendars } from "./choices.ts";
import { opensAtAll } from "./hours.ts";
import {
  type CalendarHours,
  calendarSchema,
  createCalendarInput,
  deleteCalendarInput,
  deletedCalendarSchema,
  type Holiday,
  updateCalendarInput,
} from "./schema.ts";

/** A calendar is about to go: whoever needs it refuses. */
export const calendarsGoing = new Listeners<{ companyId: string; calendarId: string }>("calendars that go");
/** The hours of a calendar are others now. */
export type MovedCalendar = { companyId: string; calendarId: string; isDefault: boolean };
export const calendarsMoved = new Listeners<MovedCalendar>("calendars that change");

const keyOf = (name: string) => name.normalize("NFKC").toLowerCase();

async function requireFreeName({ companyId }: Actor, name: string): Promise<void> {
  if ((await prisma.calendar.count({ where: { companyId, nameKey: keyOf(name) } })) === 0) return;
  const message = "There is a calendar of this name.";
  throw new AppError("already_exists", { message, details: [{ field: "name", code: "already_exists", message }] });
}

function requireOpening(hours: CalendarHours): void {
  if (!opensAtAll({ hours }))
    throw invalidField("hours", "The calendar is never open: give at least one day its hours.", "never_open");
}

/** One of each day, by date. */
function sorted(holidays: readonly Holiday[]): Holiday[] {
  const seen = new Set<string>();
  holidays.forEach(({ date }, index) => {
    if (seen.has(date)) throw invalidField(`holidays.${index}.date`, "This day is in the list already.", "duplicate");
    seen.add(date);
  });
  return [...holidays].sort((a, b) => (a.date < b.date ? -1 : 1));
}

async function clearDefault({ companyId }: Actor): Promise<void> {
  await prisma.calendar.updateMany({ where: { companyId, isDefault: true }, data: { isDefault: false } });
}

const companyZone = async (actor: Actor) => settingsOf(await storedSettings(actor)).timeZone;

/** POST /v1/calendars */
export const createCalendar = command({
  name: "calendars.create",
  access: "websites_write",
  input: createCalendarInput,
  output: calendarSchema,
  example: () => ({
    name: "Service desk",
    timeZone: "America/Argentina/Buenos_Aires",
    hours: [{ days: ["MON" as const, "TUE" as const], range: "09-13,14-18" }],
    holidays: [{ date: "2026-12-25", name: "Christmas Day", yearly: true }],
  }),
  async run(context) {
    const { actor, input, now, emit } = context;
    const { companyId } = actor;
    requireOpening(input.hours);
    const holidays = sorted(input.holidays);
    await takeTurn(`calendars:${companyId}`);
    if ((await prisma.calendar.count({ where: { companyId } })) >= maxCalendars)
      throw new AppError("limit_reached", {
        message: `At most ${maxCalendars} calendars.`,
        extra: { limit: maxCalendars },
      });
    await requireFreeName(actor, input.name);
    if (input.isDefault) await clearDefault(actor);
    const { name, hours, isDefault, timeZone = await companyZone(actor) } = input;
    const id = newId();
    const written = { companyId, id, name, nameKey: keyOf(name), timeZone, hours, holidays, isDefault };
    const made = await prisma.calendar.create({ data: { ...written, createdAt: now, updatedAt: now } });
    emit({ type: "calendar/changed", data: { id } });
    if (isDefault) await calendarsMoved.tell(context, { companyId, calendarId: id, isDefault });
    return made;
  },
});

const own = ["name", "timeZone", "hours", "holidays", "isDefault"] as const;

/** PATCH and PUT /v1/calendars/{calendarId}: what is not given stays. */
export const updateCalendar = command({
  name: "calendars.update",
  access: "websites_write",
  input: updateCalendarInput,
  output: calendarSchema,
  example: (given) => ({ calendarId: given.calendarId ?? "", timeZone: "Europe/Madrid" }),
  async run(context) {
    const { actor, input, emit } = context;
    const { companyId } = actor;
    await takeTurn(`calendars:${companyId}`);
    const before: Calendar = await readableCalendar(actor, input.calendarId);
    const {
      name = before.name,
      timeZone = before.timeZone,
      hours = before.hours,
      isDefault = before.isDefault,
    } = input;
    const holidays = input.holidays ? sorted(input.holidays) : before.holidays;
    requireOpening(hours);
    if (keyOf(name) !== before.nameKey) await requireFreeName(actor, name);
    requireMatch(input.ifMatch, before.updatedAt);
    const after = { name, timeZone, hours, holidays, isDefault };
    if (own.every((key) => isDeepStrictEqual(after[key], before[key]))) return before;
    if (isDefault && !before.isDefault) await clearDefault(actor);
    const { id } = before;
    const made = await prisma.calendar.update({
      where: { companyId_id: { companyId, id } },
      data: { ...after, nameKey: keyOf(name), updatedAt: momentAfter(before.updatedAt) },
    });
    emit({ type: "calendar/changed", data: { id } });
    await calendarsMoved.tell(context, { companyId, calendarId: id, isDefault: isDefault || before.isDefault });
    return made;
  },
});

/** DELETE /v1/calendars/{calendarId}: refused while something names it. */
export const deleteCalendar = command({
  name: "calendars.delete",
  access: "websites_write",
  input: deleteCalendarInput,
  output: deletedCalendarSchema,
  example: (given) => ({ calendarId: given.calendarId ?? "" }),
  async run(context) {
    const { actor, input, emit } = context;
    const { companyId } = actor;
    await takeTurn(`calendars:${companyId}`);
    const { id, name, isDefault, updatedAt } = await readableCalendar(actor, input.calendarId);
    requireMatch(input.ifMatch, updatedAt);
    await calendarsGoing.tell(context, { companyId, calendarId: id });
    await prisma.calendar.delete({ where: { companyId_id: { companyId, id } } });
    emit({ type: "calendar/changed", data: { id, name } });
    if (isDefault) await calendarsMoved.tell(context, { companyId, calendarId: id, isDefault });
    return { id, deleted: true as const };
  },
});
