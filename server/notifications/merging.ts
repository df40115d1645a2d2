import type { Listener } from "#server/core/listeners.ts";
import type { ConversationsMerged } from "#server/merges/conversations/merging.ts";
import { hand } from "./storing.sql.ts";

/** What people were told of a conversation that went into another one leads to that one. */
export const moveNotifications: Listener<ConversationsMerged> = async ({ emit }, way) => {
  const people = (await hand(way)).map((userId) => ({ userId }));
  if (people.length > 0) emit({ type: "notification/changed", data: { people } });
};
