// SQL because figures and their lists hold their rows to what the reader may read, whatever statement they are of.
import { AppError } from "#server/base/errors.ts";
import { ofVisibleConversation } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { empty, type Sql, sql } from "#server/db/sql.ts";
import type { ReportName } from "./choices.ts";

/** Whether the actor reads conversations, but not all of them: by the scope of a role, or by `clients_read_assigned` (W11). */
export function isNarrowed({ permissions, sight }: Actor): boolean {
  if (permissions.has("admin")) return false;
  if (sight) return sight.read !== "all";
  return permissions.has("clients_read_assigned") && !permissions.has("clients_read");
}

/** ` and ...` on rows `x` of facts or states: lists of figures show only what the actor may read. */
export function reachOf(actor: Actor): Sql {
  if (!isNarrowed(actor)) return empty;
  return sql` and ${ofVisibleConversation(actor, "clients_read", sql`x."conversationId"`)}`;
}

/** What campaigns sent is nobody's conversation: whoever reads only some conversations gets no part of it. */
export function requireReach(actor: Actor, name: ReportName): void {
  if (name !== "campaigns" || !isNarrowed(actor)) return;
  throw new AppError("forbidden", {
    message:
      "The report of campaigns is about the whole company, and your role reaches only some of its conversations.",
  });
}
