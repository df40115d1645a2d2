import { newId } from "#server/base/ids.ts";

const acceptable = /^[A-Za-z0-9._-]{1,128}$/;

/** The client's own id where it is harmless, else a fresh UUID (decisions.md A4). */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && acceptable.test(header) ? header : newId();
}
