import { env } from "#server/config/env.ts";

type Headers = Readonly<Record<string, string>>;

const oneYear = 31_536_000;

/** Set on every response, by whichever handler. */
export const commonHeaders: Headers = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(self), payment=()",
  ...(env.publicUrl.startsWith("https:")
    ? { "Strict-Transport-Security": `max-age=${oneYear}; includeSubDomains` }
    : {}),
};

/** Which sites may show the page in a frame: none, any, or a list of origins. */
export type FrameAncestors = "none" | "any" | readonly string[];

/** What Meta's script for the sign-up talks to and draws. */
const metaOrigins = "https://connect.facebook.net https://www.facebook.com https://web.facebook.com";

type PolicyOptions = {
  nonce: string;
  frameAncestors: FrameAncestors;
  dev: boolean;
  /** The page opens Meta's sign-up. */
  meta?: boolean;
};

/**
 * Scripts run only with this response's nonce, or when loaded by one that has it. Styles may be inline: components set
 * them as attributes.
 */
export function contentSecurityPolicy({ nonce, frameAncestors, dev, meta = false }: PolicyOptions): string {
  const secure = env.publicUrl.startsWith("https:");
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${meta ? " https://connect.facebook.net" : ""}${dev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "font-src 'self' data:",
    `connect-src 'self' ${socketOrigin()}${meta ? ` ${metaOrigins} https://graph.facebook.com` : ""}`,
    ...(meta ? [`frame-src 'self' ${metaOrigins}`] : []),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors(frameAncestors)}`,
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/** Older browsers do not count a socket to the page's own host as 'self'. */
function socketOrigin(): string {
  return new URL(env.publicUrl).origin.replace(/^http/, "ws");
}

function ancestors(allowed: FrameAncestors): string {
  if (allowed === "none") return "'none'";
  return allowed === "any" ? "*" : ["'self'", ...allowed.filter(isOrigin)].join(" ");
}

/** Nothing that could end the directive may come from a setting. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/(\*\.)?[A-Za-z0-9.-]+(:\d{1,5})?$/.test(text);
}

/** For pages that only Parley itself may frame and open. */
export const workspaceHeaders: Headers = {
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/** For pages with a window to another site, which tells them what was done in it. */
export const openingHeaders: Headers = {
  ...workspaceHeaders,
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
};
