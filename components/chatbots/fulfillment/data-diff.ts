/** What a turn changed in what is known of a visitor, one line per value. */
export type DataChange = {
  path: string;
  kind: "added" | "changed" | "removed" | "same";
  before: string;
  after: string;
};

type Collected = { name: string; email: string; phone: string; custom: Record<string, unknown> };

const shown = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

function changeOf(path: string, before: unknown, after: unknown): DataChange {
  const [from, to] = [shown(before), shown(after)];
  const absent = (value: unknown) => value === undefined || value === "";
  const kind = from === to ? "same" : absent(before) ? "added" : absent(after) ? "removed" : "changed";
  return { path, kind, before: from, after: to };
}

const own = (of: Record<string, unknown>, key: string) => (Object.hasOwn(of, key) ? of[key] : undefined);

/** Every value that is known before or after, in a settled order. */
export function dataDiff(before: Collected, after: Collected): DataChange[] {
  const fields = (["name", "email", "phone"] as const).map((key) => changeOf(key, before[key], after[key]));
  const keys = [...new Set([...Object.keys(before.custom), ...Object.keys(after.custom)])].sort();
  const custom = keys.map((key) => changeOf(`custom.${key}`, own(before.custom, key), own(after.custom, key)));
  return [...fields, ...custom].filter(({ before: from, after: to }) => from !== "" || to !== "");
}
