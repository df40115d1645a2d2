import { forgetSessions } from "#server/sessions/authentication.ts";
import { forgetTokens } from "#server/tokens/authentication.ts";
import type { RelayedEvent } from "./consumer.ts";
import { followRelay } from "./tail.ts";

function idOf(event: RelayedEvent, key: string): string | undefined {
  const id: unknown = event.data[key];
  return typeof id === "string" ? id : undefined;
}

function forget(event: RelayedEvent): void {
  const { companyId } = event;
  if (event.type === "company/changed") {
    forgetSessions({ companyId });
    forgetTokens({ companyId });
  }
  const userId = event.type === "user/changed" ? idOf(event, "id") : undefined;
  if (userId) {
    forgetSessions({ companyId, userId });
    forgetTokens({ companyId, userId });
  }
  const sessionId = event.type === "session/ended" ? idOf(event, "sessionId") : undefined;
  if (sessionId) forgetSessions({ companyId, id: sessionId });
  const tokenId = event.type === "token/changed" ? idOf(event, "id") : undefined;
  if (tokenId) forgetTokens({ companyId, id: tokenId });
}

/** What was changed in another process is read anew in this one. Before the sockets follow, which then look again. */
export function forgetChangedCredentials(): () => void {
  return followRelay((events) => events.forEach(forget));
}
