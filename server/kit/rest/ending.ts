import type { MiddlewareHandler } from "hono";
import { setHeader } from "./known.ts";

/** What is said of an endpoint that will be removed. Days as YYYY-MM-DD, in UTC. */
export type Ending = {
  announced: string;
  /** At least twelve months later. */
  ends: string;
  /** The address of what to use, with the same {parameters}. Without it the changelog says what to do. */
  instead?: string;
};

const timeOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and where to read on. Throws where the notice is too short. */
export function endingHeaders({ announced, ends, instead }: Ending): Record<string, string> {
  const [from, until] = [timeOf(announced), timeOf(ends)];
  const soonest = new Date(from);
  soonest.setUTCFullYear(from.getUTCFullYear() + 1);
  // Also where one of them is no day.
  if (!(until >= soonest)) throw new Error(`${announced} to ${ends}: an end is announced twelve months ahead.`);
  return {
    Deprecation: `@${from.getTime() / 1000}`,
    Sunset: until.toUTCString(),
    Link: instead ? `<${instead}>; rel="successor-version"` : `</docs/guides/changelog>; rel="deprecation"`,
  };
}

/** Every answer of the endpoint carries them, errors included. */
export function announcing(ending: Ending): MiddlewareHandler {
  const headers = Object.entries(endingHeaders(ending)).map(([name, value]) => [name.toLowerCase(), value] as const);
  return async (c, next) => {
    await next();
    const given = (text: string) =>
      text.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(c.req.param(name) ?? ""));
    for (const [name, value] of headers) setHeader(c, name, given(value));
  };
}
