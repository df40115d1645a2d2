import { AppError, invalidField } from "#server/base/errors.ts";
import { fitsCustomFields } from "#server/contacts/editing.ts";
import type { ContactRow } from "#server/contacts/row.ts";
import { maxTags } from "#server/contacts/schema.ts";
import { type MergeField, mergeFields } from "./schema.ts";

/** A row with the column that the resource does not show. */
export type WholeRow = ContactRow & { optedOutAt: Date | null };

type Choice = Readonly<Record<string, "winner" | "loser" | undefined>>;

const isEmpty = (value: unknown) => value === "" || value === null || value === 0;

function takesLoser(field: MergeField, winner: WholeRow, loser: WholeRow, choice: Choice): boolean {
  const said = choice[field];
  return said ? said === "loser" : isEmpty(winner[field]) && !isEmpty(loser[field]);
}

/** What follows from a field: how it is compared, and the number in its other writing. */
function withFollowing(field: MergeField, { emailKey, internationalPhoneNumber }: WholeRow): Partial<WholeRow> {
  if (field === "email") return { emailKey };
  return field === "phone" ? { internationalPhoneNumber } : {};
}

function tagsOf(winner: WholeRow, loser: WholeRow): string[] {
  const known = new Set(winner.tags.map((tag) => tag.toLowerCase()));
  const tags = [...winner.tags, ...loser.tags.filter((tag) => !known.has(tag.toLowerCase()))];
  if (tags.length <= maxTags) return tags;
  const message = `Together they have ${tags.length} tags, and a contact has at most ${maxTags}: remove some first.`;
  throw new AppError("limit_reached", {
    message,
    details: [{ field: "tags", code: "too_many", message }],
    extra: { limit: maxTags },
  });
}

function customOf(winner: WholeRow, loser: WholeRow, choice: Choice): Record<string, unknown> {
  const ofLoser = Object.entries(loser.customFields);
  const said = (key: string) => choice[`customFields.${key}`];
  const missing = ofLoser.filter(([key]) => !(key in winner.customFields) && said(key) !== "winner");
  const chosen = ofLoser.filter(([key]) => said(key) === "loser");
  const own = Object.entries(winner.customFields).filter(([key]) => said(key) !== "loser");
  const custom = Object.fromEntries([...own, ...missing, ...chosen]);
  if (fitsCustomFields(custom)) return custom;
  throw invalidField("fields", "Together they have too many custom fields.", "too_big");
}

/** The columns that the contact gets that stays. It is still found by every number of both. */
export function chosenOf(winner: WholeRow, loser: WholeRow, choice: Choice): Partial<WholeRow> {
  const taken = mergeFields.filter((field) => takesLoser(field, winner, loser, choice));
  const columns = taken.map((field) => ({ [field]: loser[field], ...withFollowing(field, loser) }));
  return {
    ...Object.assign({}, ...columns),
    phoneKeys: [...new Set([...winner.phoneKeys, ...loser.phoneKeys])].sort(),
    tags: tagsOf(winner, loser),
    customFields: customOf(winner, loser, choice),
    provisional: winner.provisional && loser.provisional,
    optedOutAt: winner.optedOutAt ?? loser.optedOutAt,
    channelId: winner.channelId ?? loser.channelId,
    conversationId: winner.conversationId ?? loser.conversationId,
  };
}
