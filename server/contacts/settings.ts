import { settingsOf, storedSettings } from "#server/companies/access.ts";
import type { Actor } from "#server/core/actor.ts";

/** What of the company's settings decides how contacts are read and matched. */
export type MatchingSettings = {
  /** ISO code: how numbers without a country code are read. */
  country: string | undefined;
  /** Whether captured people are matched with contacts already known (decisions.md D10). */
  contactUnification: boolean;
};

export async function matchingSettings(actor: Actor): Promise<MatchingSettings> {
  const { country, contactUnification } = settingsOf(await storedSettings(actor));
  return { country: country || undefined, contactUnification };
}
