import { openingOf } from "#server/calendars/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { isTeamOnline } from "#server/sessions/presence.sql.ts";
import { isOpenAt } from "./flow/business-hours.ts";
import type { FlowContext } from "./flow/model.ts";
import type { BusinessHours } from "./schema.ts";

type Opening = { open: boolean; timeZone: string };

/**
 * Whether people answer at a channel: by the hours of its chatbot, else by the company's default calendar; undefined:
 * there are no hours at all, so they always do.
 */
export async function openingAt(
  company: Pick<Actor, "companyId">,
  hours: BusinessHours | undefined,
  at: Date,
): Promise<Opening | undefined> {
  if (hours && hours.businessHours.length > 0) return { open: isOpenAt(hours, at), timeZone: hours.timeZone };
  return openingOf(company, at);
}

/** Whether there are people, as the texts of a flow ask for it; who is there is read only where one does. */
export async function peopleAt(
  actor: Actor,
  { nodes, settings }: Pick<FlowContext, "nodes" | "settings">,
  at: Date,
): Promise<{ open: boolean; offline: boolean }> {
  const opening = await openingAt(actor, settings.businessHoursConfiguration, at);
  const asks = nodes.some((node) => node.alternative_texts.some(({ name }) => name === "offline-mode"));
  return { open: opening?.open ?? true, offline: asks && !(await isTeamOnline(actor, at)) };
}
