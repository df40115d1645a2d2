/** Whom a signed identity says it is for (`sub`), unproven: only the server can tell. Undefined where nothing is said. */
export function subjectOf(jwt: string): string | undefined {
  try {
    const part = (jwt.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(part), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const subject: unknown = typeof claims === "object" && claims !== null ? Reflect.get(claims, "sub") : undefined;
    return typeof subject === "string" ? subject.replaceAll("\0", "").trim() : undefined;
  } catch {
    return undefined;
  }
}
