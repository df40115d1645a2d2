/** The body of a delivery as it was sent. */
export function bodyText(payload: unknown): string {
  return typeof payload === "string" ? payload : JSON.stringify(payload);
}
