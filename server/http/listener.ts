import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import { log } from "#server/base/log.ts";
import { noteRequest } from "#server/base/measures.ts";
import { env } from "#server/config/env.ts";
import { StartFault } from "#server/config/start-fault.ts";
import { isUnavailable } from "#server/db/errors.ts";
import { drain, retire } from "./draining.ts";
import { timeouts } from "./exchanges.ts";
import type { Pages } from "./pages.ts";
import { hasTwoHosts, isDecodable, isHost, isPath, plainUrl, receive } from "./receiving.ts";
import { refuse, refuseUpgrade, statusOfFault } from "./refusals.ts";

type Fetch = Parameters<typeof getRequestListener>[0];

/** What answers requests; absent parts answer 503 while the process starts. A worker has no pages. */
type Parts = { fetch: Fetch; pages?: Pages };

export type HttpServer = {
  server: http.Server;
  listen(port: number, host: string): Promise<void>;
  /** From now on requests are served. */
  open(parts: Parts): void;
  /**
   * Still accepts connections, but closes each with its answer, so that clients go elsewhere without being cut.
   * Resolves after `ms`, or when no one is connected any more.
   */
  retire(ms: number): Promise<void>;
  /** Takes no new connection, lets running requests end, and cuts what is still there after `ms`. */
  drain(ms: number): Promise<void>;
};

/** Paths of the one Hono app; all others are pages. */
const direct =
  /^\/(?:v1|mcp|metrics|health|docs|hooks|simulator\/graph|uploads|sheets|widget\/v1|api\/(?:trpc|auth|setup|accounts))(?:[/?]|$)/;

const listening = {
  overrideGlobalObjects: false,
  // HTTP/1.0 need not name a host, and what asks whether we are up often speaks it.
  hostname: new URL(env.publicUrl).host,
  // Its own answer has no body: it is given as every other error.
  errorHandler: (error: unknown): never => {
    throw error;
  },
};

/** An address may be a secret: that of a sheet is. */
const loggable = (url: string) => url.replace(/^\/sheets\/[^?]*/, "/sheets/{token}").slice(0, 200);

export function createHttpServer(): HttpServer {
  let parts: Parts | undefined;
  let draining = false;
  let answer: ReturnType<typeof getRequestListener> | undefined;
  const server = http.createServer({ ...timeouts, requireHostHeader: false });

  server.on("request", (request, response) => {
    receive(request, response);
    if (draining) response.setHeader("Connection", "close");
    serve(request, response, parts, answer).catch((error: unknown) => {
      if (error instanceof RequestError) return refuse(response, 400);
      log.error({ error, path: loggable(request.url ?? "") }, "a request failed outside every handler");
      refuse(response, isUnavailable(error) ? 503 : 500);
    });
  });
  // Expected is nothing that we know of: the request is answered all the same, and not by Node in no words.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  const upgraded = new Set<Duplex>();
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    upgrade(request, socket, head, parts);
  });
  server.on("clientError", (error, socket) => refuseUpgrade(socket, statusOfFault(error)));

  return {
    server,
    listen: (port, host) => listen(server, port, host),
    open: (opened) => {
      answer = getRequestListener(opened.fetch, listening);
      parts = opened;
    },
    retire: (ms) => {
      draining = true;
      return retire(server, upgraded, ms);
    },
    drain: (ms) => {
      draining = true;
      return drain(server, upgraded, ms);
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  parts: Parts | undefined,
  answer: ReturnType<typeof getRequestListener> | undefined,
): Promise<void> {
  const url = plainUrl(request.url ?? "");
  request.url = url;
  // Node would refuse it too, in no words.
  const nameless = !request.headers.host && request.httpVersion === "1.1";
  if (nameless || hasTwoHosts(request) || !isHost(request.headers.host) || !isPath(url)) return refuse(response, 400);
  if (!parts || !answer) return refuse(response, 503);
  if (direct.test(url)) return answer(request, response);
  if (!isDecodable(url)) return refuse(response, 400);
  if (!parts.pages) return refuse(response, 404);
  const begun = performance.now();
  response.once("close", () => noteRequest(request.method ?? "", "page", response.statusCode, begun));
  await parts.pages.handle(request, response);
}

/** Sockets of the realtime server are taken by its own listener; everything else but hot reload is refused. */
function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, parts: Parts | undefined): void {
  const url = request.url ?? "";
  socket.on("error", () => socket.destroy());
  if (parts && /^\/socket\.io\/(?:\?|$)/.test(url)) return;
  const pages = parts?.pages;
  const hotReload = pages && /^\/_next\//.test(url) && pages.sockets.listenerCount("upgrade") > 0;
  if (hotReload && pages.dev) pages.sockets.emit("upgrade", request, socket, head);
  else refuseUpgrade(socket, parts ? 404 : 503);
}

/** What the operator can do about it; undefined: nothing by a setting. */
function faultOfListening(code: string, port: number, host: string): string | undefined {
  if (code === "EADDRINUSE" || code === "EACCES")
    return `Port ${port} of ${host} cannot be used (${code}): set PORT to another.`;
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"].includes(code))
    return `This machine has no address ${host} (${code}): set HOST to one it has, or to 0.0.0.0 for all of them.`;
  return undefined;
}

function listen(server: http.Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const fault = faultOfListening(error.code ?? "", port, host);
      reject(fault ? new StartFault(fault, { cause: error }) : error);
    });
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}
