import type { Context, Next } from "hono";
import { noteAttempt } from "#server/base/attempts.ts";
import { AppError, notFound } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { networkOfCaller } from "#server/core/caller.ts";
import { isOwnOrigin } from "#server/core/own-page.ts";
import { parseBody, readBody } from "#server/kit/rest/body.ts";
import { take } from "#server/kit/rest/limits.ts";
import { requestIdOf } from "#server/kit/rest/request-id.ts";
import { type PublicChannel, publicChannel, visitorByToken } from "./authentication.ts";
import type { LimitName } from "./limits.ts";
import { isAllowedOrigin } from "./origins.ts";

export type Variables = {
  requestId: string;
  channel: PublicChannel;
  retryAfter: number;
  /** What the request took from the visitor's limits. */
  taken: { name: LimitName; key: string; amount: number }[];
};
export type Request = Context<{ Variables: Variables }>;

/** Every answer: request id, the address's allowance, never cached. The channel of the path, in any company. */
export async function frame(c: Request, next: Next): Promise<void> {
  c.set("requestId", requestIdOf(c.req.header("x-request-id")));
  const allowance = take(`address:${networkOfCaller(c)}`);
  await next();
  const { headers } = c.res;
  headers.set("X-Request-ID", c.get("requestId"));
  headers.set("X-RateLimit-Limit", String(allowance.limit));
  headers.set("X-RateLimit-Remaining", String(allowance.remaining));
  headers.set("X-RateLimit-Reset", String(allowance.resetSeconds));
  if (c.res.status === 429)
    headers.set("Retry-After", String(c.get("retryAfter") ?? headers.get("Retry-After") ?? allowance.retryAfter));
  // The loader on the host's page reads the configuration, or why it gets none; all else is asked from the frame, which is our own.
  const origin = c.req.header("origin");
  if (c.req.path.endsWith("/config")) {
    headers.append("Vary", "Origin");
    if (origin) headers.set("Access-Control-Allow-Origin", origin);
  }
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
}

/** Finds the channel and refuses pages that may not embed it (M3). A missing Origin is no browser's cross-site call. */
export async function admit(c: Request, next: Next): Promise<void> {
  const allowance = take(`widget:${networkOfCaller(c)}`, 600);
  if (!allowance.ok) {
    const network = networkOfCaller(c);
    noteAttempt(`widget:${network}`, { limit: "requests", of: network }, "a limit of visitors was reached");
    c.set("retryAfter", allowance.retryAfter);
    throw new AppError("rate_limited");
  }
  const channel = await publicChannel(c.req.param("channelId") ?? "");
  if (!channel) throw notFound("channel");
  const origin = c.req.header("origin");
  if (origin && !isOwnOrigin(origin, c.req.header("host")) && !isAllowedOrigin(origin, channel.allowedOrigins)) {
    noteAttempt(`embed:${channel.id}:${origin}`, { channelId: channel.id, origin }, "a site may not embed a channel");
    throw new AppError("forbidden", { message: "This site may not embed the channel." });
  }
  c.set("channel", channel);
  await next();
}

/** A token comes in a header, never in the address. */
export function tokenOf(c: Request): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  return bearer ?? c.req.header("x-visitor-token")?.trim();
}

/** The visitor of the request's token, on the channel of its path. */
export async function visitorOf(c: Request): Promise<Actor> {
  const actor = await sessionVisitor(c);
  if (actor) return actor;
  const message = tokenOf(c)
    ? "The visitor token is unknown or has ended."
    : "Start a session first and send its token.";
  throw new AppError("unauthorized", { message });
}

/** The same where a session is optional. */
export async function sessionVisitor(c: Request): Promise<Actor | undefined> {
  const token = tokenOf(c);
  const found = token ? await visitorByToken(token) : undefined;
  return found?.actor.visitor?.channelId === c.get("channel").id ? found.actor : undefined;
}

export async function bodyOf(c: Request): Promise<Record<string, unknown>> {
  const body = parseBody(await readBody(c)) ?? {};
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new AppError("validation_error", { message: "The body must be a JSON object." });
  }
  return { ...body };
}
