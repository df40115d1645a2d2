import { isDeepStrictEqual } from "node:util";
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

/**
 * What the columns of the contact that stayed become when a merge is undone: what it changed is as before, unless it
 * was changed again since; of tags and custom fields, each by itself. Rows as JSON keeps them.
 */
export function takenBack(kept: Row, before: Row, after: Row): Record<string, unknown> {
  const columns = Object.keys(after).map((name): [string, unknown] => {
    const [now, then, merged] = [kept[name], before[name], after[name]];
    if (isDeepStrictEqual(now, merged)) return [name, then];
    if (name === "tags" && [now, then, merged].every(Array.isArray))
      return [name, listBack(now as unknown[], then as unknown[], merged as unknown[])];
    if (name === "customFields" && isRecord(now) && isRecord(then) && isRecord(merged))
      return [name, partsBack(now, then, merged)];
    return [name, now];
  });
  return Object.fromEntries(columns);
}
