import type { IncomingMessage, ServerResponse } from "node:http";
import { requestIdOf } from "#server/kit/rest/request-id.ts";
import { refuseUpgrade } from "./refusals.ts";
import { commonHeaders } from "./security-headers.ts";

/** Who sends nothing of a body, or takes nothing of an answer, for so long is gone, or wants to hold it. */
const idleMs = 60_000;

/** What every request gets first: our headers on the answer, an id, and an end where nothing moves any more. */
export function receive(request: IncomingMessage, response: ServerResponse, patienceMs = idleMs): void {
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
  identify(request, response);
  // Whoever waits for us has taken all there is. Node counts it as taken where any of it has left.
  response.setTimeout(patienceMs, () => {
    const { socket } = response;
    if (!socket) return;
    if (!request.complete && !response.headersSent) refuseUpgrade(socket, 408);
    else if (!request.complete || socket.writableLength > 0) socket.destroy();
  });
}

/** The same id for every handler, and on every answer (decisions.md A4). */
function identify(request: IncomingMessage, response: ServerResponse): void {
  const given = request.headers["x-request-id"];
  const id = requestIdOf(typeof given === "string" ? given : undefined);
  request.headers["x-request-id"] = id;
  response.setHeader("X-Request-ID", id);
}

/** Resolves "/../" and backslashes before anything is decided by the path, so that all code sees the same one. */
export function plainUrl(url: string): string {
  if (!/^\/(?![/\\])/.test(url) || !/\\|\/(?:\.|%2e){1,2}(?:[/\\?#]|$)/i.test(url)) return url;
  const base = "http://localhost";
  if (!URL.canParse(url, base)) return "";
  const { pathname, search } = new URL(url, base);
  return `${pathname}${search}`;
}

/** Whether the path of a page can be read as text; the API says by itself what is wrong with one. */
export function isDecodable(url: string): boolean {
  const [path = ""] = url.split("?", 1);
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Absolute form, an authority, "*" and "//host" have no meaning here and have fooled routers before. */
export function isPath(url: string): boolean {
  return /^\/(?![/\\])/.test(url);
}

/** Whether an address with this host can be read. HTTP/1.0 need not name one. */
export function isHost(host = "localhost"): boolean {
  return URL.canParse(`http://${host}`);
}

/** A proxy may go by the one and we by the other (RFC 9112, 3.2); Node passes over the second. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  return hosts > 1;
}
