import { z } from "zod";
import { hasCounters as countsContacts, totalOf } from "#server/contacts/list/counting.sql.ts";
import { filtersOfContacts } from "#server/contacts/list/viewed.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { visibleViews } from "#server/views/access.ts";
import { viewPages } from "#server/views/choices.ts";
import { viewCountSchema } from "#server/views/schema.ts";
import { countsOf, hasCounters } from "./counting.sql.ts";
import { filtersOfSaved } from "./viewed.ts";

type View = Awaited<ReturnType<typeof visibleViews>>[number];

/** All views of conversations with one question, where facets answer it. */
async function countsOfConversations(actor: Actor, views: readonly View[]): Promise<[string, number][]> {
  const told = views
    .map((view) => ({ id: view.id, filters: filtersOfSaved(actor, view) }))
    .filter(({ filters }) => hasCounters(actor, filters));
  const counts = await countsOf(
    actor,
    told.map(({ filters }) => filters),
  );
  return told.map(({ id }, index) => [id, counts[index] ?? 0]);
}

async function countsOfContacts(actor: Actor, views: readonly View[]): Promise<[string, number][]> {
  const counts: [string, number][] = [];
  for (const view of views) {
    const filters = filtersOfContacts(view);
    if (countsContacts(actor, filters)) counts.push([view.id, await totalOf(actor, filters)]);
  }
  return counts;
}

/** GET /v1/views/counts: by counters alone. What they cannot tell has no number rather than a late or dear one (W4). */
export const countViews = query({
  name: "conversations.viewCounts",
  access: "clients_read",
  input: z.object({ page: z.enum(viewPages).optional().meta({ description: "Only the views of this page." }) }),
  output: z.array(viewCountSchema),
  example: () => ({}),
  async run({ actor, input: { page } }) {
    const views = await visibleViews(actor, page ? { page } : {});
    const ofContacts = views.filter((view) => view.page === "contacts");
    const others = views.filter((view) => view.page !== "contacts");
    const counts = new Map([
      ...(await countsOfConversations(actor, others)),
      ...(await countsOfContacts(actor, ofContacts)),
    ]);
    return views.map(({ id }) => ({ id, count: counts.get(id) ?? null }));
  },
});
