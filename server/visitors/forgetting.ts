import { emptySessions } from "./sessions.sql.ts";

type Visitor = { companyId: string; channelId: string; visitorId: string };

/**
 * Deletes what a visitor's browser reported with their last conversation. The session stays: it belongs to the browser.
 */
export async function forgetSessions(_: unknown, visitor: Visitor): Promise<void> {
  await emptySessions(visitor);
}
