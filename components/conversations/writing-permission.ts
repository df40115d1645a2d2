import type { Permission } from "#components/messages/composer.tsx";
import type { InboxRow } from "./use-conversation-list.ts";

/** What may be written in a conversation, and why not more. */
export function writingPermission(
  row: Pick<InboxRow, "closed" | "windowExpiresAt">,
  talks: boolean,
  now: number,
): Permission {
  if (!talks) return "nothing";
  if (row.closed) return "closed";
  return row.windowExpiresAt !== null && now > Date.parse(row.windowExpiresAt) ? "window" : "all";
}
