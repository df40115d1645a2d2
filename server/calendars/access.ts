import { AppError, invalidField, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Calendar } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { isOpen } from "./hours.ts";

type Company = Pick<Actor, "companyId">;

/** The company's calendars by name. */
export function calendarsOf({ companyId }: Company): Promise<Calendar[]> {
  return prisma.calendar.findMany({ where: { companyId }, orderBy: [{ nameKey: "asc" }, { id: "asc" }] });
}

export async function readableCalendar({ companyId }: Company, id: string): Promise<Calendar> {
  const found = isId(id) ? await prisma.calendar.findFirst({ where: { companyId, id } }) : undefined;
  if (!found) throw notFound("calendar");
  return found;
}

/** A calendar that a body names; a reference error for the field otherwise (A9). */
export async function knownCalendar(company: Company, id: string, field: string): Promise<Calendar> {
  return readableCalendar(company, id).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    throw invalidField(field, "No such calendar.", "unknown_reference");
  });
}

/** The one that serves where nothing names another; null: there is none, and all time counts. */
export async function defaultCalendar({ companyId }: Company): Promise<Calendar | null> {
  return prisma.calendar.findFirst({ where: { companyId, isDefault: true } });
}

/** Whether the company's people are there, by its default calendar, and where that is; undefined: it has none. */
export async function openingOf(company: Company, at: Date): Promise<{ open: boolean; timeZone: string } | undefined> {
  const calendar = await defaultCalendar(company);
  return calendar ? { open: isOpen(calendar, at), timeZone: calendar.timeZone } : undefined;
}
