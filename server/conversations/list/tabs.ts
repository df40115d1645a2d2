import type { Actor } from "#server/core/actor.ts";
import type { InboxListName } from "../choices.ts";
import type { ListFilters } from "./filtering.sql.ts";

/** What each tab of the inbox shows, as filters of the list. */
export function filtersOfView(view: InboxListName, actor: Actor): Partial<ListFilters> {
  switch (view) {
    case "mine":
      return { open: true, snoozed: false, assignedTo: [actor.userId ?? actor.id] };
    case "mentions":
      return { open: true, mentions: actor.userId ?? actor.id };
    case "unassigned":
      return { open: true, turn: "person" };
    case "bot":
      return { open: true, turn: "bot" };
    case "snoozed":
      return { open: true, snoozed: true };
    case "all":
      return { open: true };
    case "closed":
      return { open: false };
    case "every":
      return {};
  }
}
