import type { Context } from "hono";

/** The caller's network address. */
export function addressOf(c: Context): string {
  const env: unknown = c.env;
  const incoming = typeof env === "object" && env !== null ? Reflect.get(env, "incoming") : undefined;
  const address: unknown = incoming?.socket?.remoteAddress;
  return typeof address === "string" ? address : "unknown";
}
