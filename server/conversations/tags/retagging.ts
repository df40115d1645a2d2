import { isDeepStrictEqual } from "node:util";
import { AppError } from "#server/base/errors.ts";
import type { ConversationChange } from "../change.ts";
import type { ConversationRow } from "../row.ts";
import type { OperatorTagUse } from "../schema.ts";
import { isOn, isSystemTag, putTag, sameTag, takeTag } from "./tagging.ts";

// Business tags as a whole list (E11).

const isUse = (a: OperatorTagUse, b: OperatorTagUse) => a.tagName === b.tagName && a.source === b.source;
const hasUse = (uses: readonly OperatorTagUse[], use: OperatorTagUse) => uses.some((one) => isUse(one, use));
const isBusiness = ({ operatorTags }: ConversationRow, tag: string) =>
  operatorTags.some(({ tagName }) => tagName === tag);

/** Each tag once, as it is first written. */
const once = (uses: readonly OperatorTagUse[]) =>
  uses.filter((use, at) => uses.findIndex((one) => sameTag(one.tagName, use.tagName)) === at);

/** The flat list names no sources: those of tags that stay are kept. */
function usesOf(row: ConversationRow, tags: readonly string[]): OperatorTagUse[] {
  return tags
    .filter((tag) => !isSystemTag(tag) || isBusiness(row, tag))
    .map((tagName) => {
      const known = row.operatorTags.find((use) => sameTag(use.tagName, tagName));
      return { tagName, source: known?.source ?? "human" };
    });
}

/** Clients may send back both lists with only one changed: the changed one counts. */
export function wantedTags(
  row: ConversationRow,
  tags: readonly string[] | undefined,
  uses: readonly OperatorTagUse[] | undefined,
): readonly OperatorTagUse[] | undefined {
  const flat = tags && usesOf(row, tags);
  if (!uses || !flat) return uses ?? flat;
  const { operatorTags } = row;
  const isStored = uses.length === operatorTags.length && uses.every((use) => hasUse(operatorTags, use));
  return isStored ? flat : uses;
}

/** System tags keep their places among the flat ones. */
function order(change: ConversationChange, wanted: readonly OperatorTagUse[]): void {
  const { row } = change;
  if (isDeepStrictEqual(row.operatorTags, wanted)) return;
  const names = wanted.map((use) => use.tagName);
  const tags = row.tags.map((tag) => (isBusiness(row, tag) ? (names.shift() ?? tag) : tag));
  change.set({ operatorTags: [...wanted], tags });
}

/** Stores the list as it was sent. A tag whose source or spelling is another goes and comes. */
export function replaceTags(change: ConversationChange, sent: readonly OperatorTagUse[], field: string): void {
  const { row } = change;
  const system = sent.find((use) => isSystemTag(use.tagName) && !isOn(row, use.tagName));
  if (system) {
    const message = `${system.tagName} belongs to the system.`;
    throw new AppError("validation_error", { details: [{ field: "operatorTags", code: "system_tag", message }] });
  }
  const wanted = once(sent);
  for (const use of row.operatorTags) if (!hasUse(wanted, use)) takeTag(change, use.tagName);
  for (const use of wanted) putTag(change, use.tagName, use.source, field);
  order(change, wanted);
}
