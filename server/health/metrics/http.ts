import { type Context, Hono } from "hono";
import { AppError } from "#server/base/errors.ts";
import { equalTexts } from "#server/base/secrets.ts";
import { env } from "#server/config/env.ts";
import { readAddress } from "#server/config/trusted-proxies.ts";
import { metricsText } from "./reporting.ts";

/** What proxies add: with one of them, the caller is whoever the proxy serves, wherever the connection begins. */
const marks = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

function bears(c: Context, token: string | undefined): boolean {
  const given = /^Bearer +([^\s]+) *$/i.exec(c.req.header("authorization") ?? "")?.[1];
  return token !== undefined && given !== undefined && equalTexts(given, token);
}

/**
 * From this machine, and surely not through a proxy on it: some pass on requests without a word, so where others can
 * reach the installation, being near proves nothing.
 */
function isNear(c: Context<{ Bindings: Bindings }>): boolean {
  const peer = readAddress(c.env?.incoming?.socket?.remoteAddress ?? "");
  const local = peer?.range() === "loopback";
  return local && !env.isExposed && marks.every((name) => c.req.header(name) === undefined);
}

type Bindings = { incoming?: { socket?: { remoteAddress?: string } } };

/** GET /metrics, for Prometheus: with METRICS_TOKEN as a bearer token, or from the machine itself. */
export const metricsApp = new Hono<{ Bindings: Bindings }>().get("/", async (c) => {
  if (!bears(c, env.metricsToken) && !isNear(c)) {
    throw new AppError("unauthorized", {
      message: "Send METRICS_TOKEN in the header Authorization: Bearer <token>; without it, ask from this machine.",
    });
  }
  const { text, type } = await metricsText();
  return new Response(text, { headers: { "content-type": type, "cache-control": "no-store" } });
});
