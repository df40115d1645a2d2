import type { Permission } from "#components/messages/composer/composer.tsx";
import type { InboxRow } from "../data/use-conversation-list.ts";

/** What may be written in a conversation, and why not more. */
export function writingPermission(
  row: Pick<InboxRow, "closed" | "windowExpiresAt">,
  talks: boolean,
  now: number,
  /** People may still answer until then (Messenger and Instagram, by a setting of the channel). */
  personUntil?: number,
): Permission {
  if (!talks) return "nothing";
  if (row.closed) return "closed";
  const over = row.windowExpiresAt !== null && now > Date.parse(row.windowExpiresAt);
  return over && (personUntil === undefined || now > personUntil) ? "window" : "all";
}
