import { AppError } from "#server/base/errors.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { readsAll } from "#server/core/rights.ts";

/**
 * A campaign writes to whom its audience finds among all contacts, and its preview names them: whoever makes one talks
 * and reads them all, besides what the operation asks for. A custom role that writes less than it reads ("scope") cannot.
 */
export function requireOutreach(actor: Actor): void {
  const { sight } = actor;
  const missing = [
    ...(can(actor, "chat_talk") ? [] : ["chat_talk"]),
    ...(readsAll(actor) ? [] : ["clients_read"]),
    ...(sight && sight.read === "all" && sight.write !== "all" ? ["scope"] : []),
  ];
  if (missing.length === 0) return;
  throw new AppError("forbidden", {
    message: `A campaign also needs ${namesOf(missing)}: it writes to all contacts of its audience.`,
    extra: { requiredPermissions: missing },
  });
}

function namesOf(missing: readonly string[]): string {
  const names = missing.filter((name) => name !== "scope");
  const role = missing.length > names.length ? ["a role that writes to everybody"] : [];
  return [...(names.length > 0 ? [`the permission ${names.join(" and ")}`] : []), ...role].join(" and ");
}

type Recipient = { destination: string; name: string; contactId: string | null; conversationId: string | null };

/** Who does not read all contacts sees what became of a message but not of whom it was: ids, times and states (C1). */
export function unnamed<T extends Recipient>(message: T): T {
  return { ...message, destination: "", name: "", contactId: null, conversationId: null };
}
