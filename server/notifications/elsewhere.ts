import { sessionsIn } from "#server/sessions/several/wallet.ts";
import { readProfile } from "#server/users/profile.ts";
import { countUnread } from "./listing.ts";
import type { OtherCompany } from "./schema.ts";

/**
 * The other companies of the person in this browser, with what waits there. Each is asked as the person's own session
 * in it, so no question goes across companies.
 */
export async function companiesElsewhere(cookieHeader: string): Promise<OtherCompany[]> {
  const { current, others } = await sessionsIn(cookieHeader);
  // Who looks as somebody else sees what that person sees.
  if (current?.person.seenBy) return [];
  return Promise.all(
    others.map(async ({ person }) => {
      const { company, user } = await readProfile.execute(person, {});
      const { unread } = await countUnread.execute(person, {});
      return { id: company.id, name: company.name, userName: user.name, unread };
    }),
  );
}
