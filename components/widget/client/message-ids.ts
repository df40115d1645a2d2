/** A fresh id for a message; also on pages without https, where crypto.randomUUID does not exist. */
export function newMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `w-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
