import { isDeepStrictEqual } from "node:util";
import { phoneKeys } from "#server/contacts/identity/phones.ts";
import { isRecord } from "#server/kit/rest/body.ts";

type Row = Readonly<Record<string, unknown>>;

/** Each part of an object by itself: what was changed since the merge stays, the rest is as before. */
function partsBack(kept: Row, before: Row, after: Row): Record<string, unknown> {
  const stays = (key: string) => !isDeepStrictEqual(kept[key], after[key]);
  const parts = [
    ...Object.entries(kept).filter(([key]) => stays(key)),
    ...Object.entries(before).filter(([key]) => !stays(key)),
  ];
  return Object.fromEntries(parts);
}

/** Without what the merge has put on. */
function listBack(kept: readonly unknown[], before: readonly unknown[], after: readonly unknown[]): unknown[] {
  return kept.filter((item) => before.includes(item) || !after.includes(item));
}

/** The same with the keys of numbers; those of the number that stays, stay with it. */
function keysBack(kept: Row, whole: Row, before: readonly unknown[], after: readonly unknown[], country?: string) {
  const now = kept.phoneKeys as unknown[];
  const own: unknown[] = phoneKeys(String(whole.phone ?? ""), country, String(whole.internationalPhoneNumber ?? ""));
  if (isDeepStrictEqual(now, after) && own.every((key) => before.includes(key))) return [...before];
  return now.filter((key) => before.includes(key) || !after.includes(key) || own.includes(key));
}

/**
 * What the columns of the contact that stayed become when a merge is undone: what it changed is as before, unless it
 * was changed again since; of tags, custom fields and numbers it is found by, each by itself. Rows as JSON keeps them.
 */
export function takenBack(kept: Row, before: Row, after: Row, country?: string): Record<string, unknown> {
  const columns = Object.keys(after).map((name): [string, unknown] => {
    const [now, then, merged] = [kept[name], before[name], after[name]];
    if (isDeepStrictEqual(now, merged)) return [name, then];
    if (name === "tags" && [now, then, merged].every(Array.isArray))
      return [name, listBack(now as unknown[], then as unknown[], merged as unknown[])];
    if (name === "customFields" && isRecord(now) && isRecord(then) && isRecord(merged))
      return [name, partsBack(now, then, merged)];
    return [name, now];
  });
  const back = Object.fromEntries(columns);
  const [then, merged] = [before.phoneKeys, after.phoneKeys];
  if (!Array.isArray(then) || !Array.isArray(merged)) return back;
  return { ...back, phoneKeys: keysBack(kept, { ...kept, ...back }, then, merged, country) };
}
