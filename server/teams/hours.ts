import { AppError } from "#server/base/errors.ts";
import { defaultCalendar, readableCalendar } from "#server/calendars/access.ts";
import { isOpen } from "#server/calendars/hours.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Listener } from "#server/core/listeners.ts";
import { prisma } from "#server/db/prisma.ts";

/** Whether a team's people are there by its calendar, else by the company's default one; without any: always. */
export async function isTeamOpen(
  { companyId }: Pick<Actor, "companyId">,
  teamId: string | null,
  at: Date,
): Promise<boolean> {
  const team = teamId === null ? null : await prisma.team.findFirst({ where: { companyId, id: teamId } });
  const own = team?.calendarId ? await readableCalendar({ companyId }, team.calendarId) : null;
  return isOpen(own ?? (await defaultCalendar({ companyId })), at);
}

/** A calendar that a team goes by stays. */
export const keepTeamHours: Listener<{ companyId: string; calendarId: string }> = async (_context, told) => {
  const team = await prisma.team.findFirst({ where: told });
  if (!team) return;
  throw new AppError("conflict", {
    message: `The team "${team.name}" goes by this calendar: give it another one first.`,
    extra: { teamId: team.id },
  });
};
