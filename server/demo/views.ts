import { type Actor, systemActor } from "#server/core/actor.ts";
import { createSaved } from "#server/reports/saved/saving.ts";
import { createView } from "#server/views/saving.ts";

/** What the shop's people look at every day. */
const views = [
  { page: "inbox", name: "Urgent", icon: "flame", query: "view=all&priority=high,urgent" },
  { page: "inbox", name: "Waiting on WhatsApp", icon: "clock", query: "view=all&channel=WHATSAPP&waiting=true" },
  {
    page: "inbox",
    name: "Longest waiting",
    icon: "clock",
    query: "view=all&waiting=true&sort=waitingSince:asc&group=waiting",
  },
  { page: "contacts", name: "Clients", icon: "star", query: "status=client" },
] as const;

/** Shared by the administrator. */
export async function seedViews(companyId: string, userId: string): Promise<void> {
  const actor = { ...systemActor(companyId), userId };
  for (const view of views) await createView.execute(actor, { ...view, scope: "company" });
}

/** What the shop's lead reads again and again. */
const saved = [
  { name: "First answers, last week", report: "responses", range: "last_week", businessHours: true },
  { name: "Where sales come from", report: "pipeline", range: "last_90_days", interval: "week", by: "source" },
  { name: "Why we lose deals", report: "pipeline", range: "last_90_days", interval: "month", by: "reason" },
] as const;

export async function seedSavedReports(admin: Actor): Promise<void> {
  for (const one of saved) await createSaved.execute(admin, { ...one, scope: "company" });
}
