import type { Contact } from "#server/contacts/schema.ts";

/** Fields that people choose between; what else is known of either fills what is empty. */
const chosenFields = [
  ...(["name", "email", "phone", "externalId", "status", "subStatus", "assignedTo", "rating"] as const),
] as const;
export type ChosenField = (typeof chosenFields)[number];

export type Side = "winner" | "loser";
export type MergeRow = {
  /** As the service calls it: a field, or `customFields.` and a name. */
  field: string;
  /** A field that has words of its own; null: a custom field. */
  known: ChosenField | null;
  winner: unknown;
  loser: unknown;
  /** Whose value stays when nobody says anything. */
  usual: Side;
  /** Both say the same: there is nothing to choose. */
  same: boolean;
};

const isEmpty = (value: unknown) => value === undefined || value === "" || value === null || value === 0;

function rowOf(field: string, known: ChosenField | null, winner: unknown, loser: unknown): MergeRow {
  const usual = isEmpty(winner) && !isEmpty(loser) ? "loser" : "winner";
  return { field, known, winner, loser, usual, same: JSON.stringify(winner) === JSON.stringify(loser) };
}

/** What either of two contacts has, side by side. */
export function mergeRows(winner: Contact, loser: Contact): MergeRow[] {
  const plain = chosenFields.map((field) => rowOf(field, field, winner[field], loser[field]));
  const names = [...new Set([...Object.keys(winner.customFields), ...Object.keys(loser.customFields)])];
  const custom = names.map((name) =>
    rowOf(`customFields.${name}`, null, winner.customFields[name], loser.customFields[name]),
  );
  return [...plain, ...custom].filter((row) => !(isEmpty(row.winner) && isEmpty(row.loser)));
}

/** What was chosen, for the service: every field that could be chosen, so that it does what was shown. */
export function fieldsOf(rows: readonly MergeRow[], chosen: Readonly<Record<string, Side>>): Record<string, Side> {
  return Object.fromEntries(rows.filter(({ same }) => !same).map((row) => [row.field, chosen[row.field] ?? row.usual]));
}

/** The tags of both, each once. */
export function tagsOfBoth(winner: Contact, loser: Contact): string[] {
  const known = new Set(winner.tags.map((tag) => tag.toLowerCase()));
  return [...winner.tags, ...loser.tags.filter((tag) => !known.has(tag.toLowerCase()))];
}
