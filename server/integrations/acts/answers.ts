/** An object of an answer's JSON. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What stands at these keys, as far as there is something. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)];
    return isRecord(inner) ? inner[key] : undefined;
  }, value);
}

/** An id, which some services write as a number; undefined where there is none. */
export function idAt(value: unknown, ...keys: readonly (string | number)[]): string | undefined {
  const found = at(value, ...keys);
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
}
