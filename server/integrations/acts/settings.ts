/** A text of a config; empty where there is none. */
export function textIn(config: Readonly<Record<string, unknown>>, key: string): string {
  const value = config[key];
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
}
