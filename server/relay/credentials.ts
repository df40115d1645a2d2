import type { RelayedEvent } from "#server/kit/relay/consumer.ts";
import { forgetSessions } from "#server/sessions/authentication.ts";
import { forgetTokens } from "#server/tokens/authentication.ts";
import { followRelay } from "../relay/tail.ts";

const ofMany: ReadonlySet<string> = new Set(["company/changed", "role/changed", "team/changed", "field/changed"]);

const ofSession = (event: RelayedEvent) =>
  event.type === "session/ended" || event.type === "session/preview_started" || event.type === "session/preview_ended";

function forget(event: RelayedEvent): void {
  const { companyId } = event;
  // A role or team may be that of anybody, and a mask covers fields of the company.
  if (ofMany.has(event.type)) {
    forgetSessions({ companyId });
    forgetTokens({ companyId });
  }
  if (event.type === "user/changed") {
    forgetSessions({ companyId, userId: event.data.id });
    forgetTokens({ companyId, userId: event.data.id });
  }
  if (ofSession(event)) forgetSessions({ companyId, id: event.data.sessionId });
  if (event.type === "token/changed") forgetTokens({ companyId, id: event.data.id });
}

/** What was changed in another process is read anew in this one. Before the sockets follow, which then look again. */
export function forgetChangedCredentials(): () => void {
  return followRelay((events) => events.forEach(forget));
}
