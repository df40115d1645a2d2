import { invalidField } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { findView } from "#server/views/access.ts";
import { conversationsOf } from "#server/views/meaning.ts";
import type { ListFilters, SortedFilters } from "./filtering.sql.ts";
import { filtersOfView } from "./tabs.ts";

type Name = keyof ListFilters;

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** What a view holds for this person, as filters of the list. */
export function filtersOfSaved(actor: Actor, view: Parameters<typeof conversationsOf>[0]): ListFilters {
  const { tab, filters } = conversationsOf(view);
  return { ...filters, ...(tab ? filtersOfView(tab, actor) : {}) };
}

/** Both at once. What only one of them asks for stays a plain filter, so that counters can still tell the total. */
function narrowed(held: ListFilters, asked: SortedFilters): SortedFilters {
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => isGiven(value)));
  const same = (name: Name) => JSON.stringify(held[name]) === JSON.stringify(given[name]);
  const twice = (Object.keys(held) as Name[]).filter(
    (name) => isGiven(held[name]) && Object.hasOwn(given, name) && !same(name),
  );
  const merged = { ...held, ...given, sort: asked.sort };
  if (twice.length === 0) return merged;
  return { ...merged, within: Object.fromEntries(twice.map((name) => [name, held[name]])) };
}

/**
 * The filters of a list with its parameter `view`, which is called `field` in its input; undefined: there is no such
 * view, and it finds nothing (A9).
 */
export async function throughView(
  actor: Actor,
  filters: SortedFilters & { view?: string | undefined },
  field = "view",
): Promise<SortedFilters | undefined> {
  const { view: id, ...asked } = filters;
  if (!id) return asked;
  const view = await findView(actor, id);
  if (!view) return undefined;
  if (view.page === "contacts")
    throw invalidField(field, "This view holds contacts: ask GET /v1/contacts for it.", "wrong_view");
  return narrowed(filtersOfSaved(actor, view), asked);
}
