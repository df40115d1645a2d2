import { hasCompany } from "#server/companies/first-run.ts";
import { env } from "#server/config/env.ts";
import { countInbox } from "#server/conversations/list/inbox.ts";
import { can } from "#server/core/actor.ts";
import { position } from "#server/realtime/gap.ts";
import { actorFromCookies } from "#server/sessions/authentication.ts";
import type { Viewer } from "#server/sessions/schema.ts";
import { hasWallet } from "#server/sessions/several/wallet.ts";
import { readProfile } from "#server/users/profile.ts";

/**
 * The viewer of a page, with the data that every page needs. Pages run apart from the database and get it by header.
 */
export async function viewerOf(cookieHeader: string): Promise<Viewer> {
  const actor = await actorFromCookies(cookieHeader);
  if (!actor) {
    const { name: singleSignOn } = env.oidc ?? {};
    return { state: "anonymous", firstRun: !(await hasCompany()), singleSignOn };
  }
  const { seq } = await position.execute(actor, {});
  const profile = await readProfile.execute(actor, {});
  const unread = can(actor, "clients_read") ? (await countInbox.execute(actor, {})).unread : 0;
  return {
    state: "signed-in",
    profile,
    unread,
    seq,
    preview: actor.seenBy !== undefined,
    several: hasWallet(cookieHeader),
  };
}
