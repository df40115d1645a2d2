import { listed, readAddress } from "#components/contacts/table/contact-address.ts";
import { localText } from "#components/time/local-moment.ts";
import type { CampaignAudience } from "#server/campaigns/schema.ts";
import type { CampaignDraft } from "./campaign-draft.ts";

type Copy = Pick<CampaignDraft, "variables" | "sendRate"> & {
  audience: CampaignAudience;
  media: { link: string } | null;
};

/* As the address of the contact list has it: moments are days of the reader again. */
function inAddress(name: string, value: string | string[]): string {
  if (Array.isArray(value)) return value.map(listed).join(",");
  return /date/i.test(name) ? localText(value).slice(0, 10) : value;
}

/** What a new campaign takes over from an old one. */
export function copied({ audience, variables, media, sendRate }: Copy, name: string): Partial<CampaignDraft> {
  const base = { name, variables, sendRate, mediaLink: media?.link ?? "", audience: audience.type };
  if (audience.type === "tags") return { ...base, tags: audience.tags };
  if (audience.type === "contacts") return { ...base, contactIds: audience.contactIds };
  if (audience.type === "csv") return { ...base, csv: { name: "", text: audience.text } };
  const filters = Object.entries(audience.filters).map(([key, value]) => [key, inAddress(key, value)]);
  return { ...base, filter: readAddress(new URLSearchParams(Object.fromEntries(filters))).filter };
}
