import { randomBytes } from "node:crypto";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import next from "next";
import { contentSecurityPolicy, type FrameAncestors, workspaceHeaders } from "./security-headers.ts";

export type Pages = {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Where Next listens for sockets: hot reload in development, nothing in production. */
  sockets: http.Server;
  dev: boolean;
  close(): Promise<void>;
};

/** Tells which sites may frame the chat of a channel. */
export type WidgetFrameAncestors = (channelId: string) => Promise<FrameAncestors>;

/** Who looks at a page, by the cookies of the request. */
export type ViewerOf = (cookieHeader: string) => Promise<unknown>;

type Options = {
  dev: boolean;
  hostname: string;
  port: number;
  widgetFrameAncestors: WidgetFrameAncestors;
  viewerOf: ViewerOf;
};

export const viewerHeader = "x-parley-viewer";
/** Tells the root layout that a page is a visitor's chat, which needs nothing of the workspace around it. */
export const surfaceHeader = "x-parley-surface";

const root = path.join(import.meta.dirname, "../..");
const widgetPage = /^\/widget\/([0-9a-fA-F-]{36})(?:[/?]|$)/;
const asset = /^\/_next\/static\//;

/** The pages, rendered by Next. It gets a server of its own to listen on, so it never sees an upgrade we did not pass on. */
export async function openPages({ dev, hostname, port, widgetFrameAncestors, viewerOf }: Options): Promise<Pages> {
  const sockets = http.createServer();
  const app = next({ dev, dir: root, hostname, port, httpServer: sockets, quiet: !dev });
  await app.prepare();
  const render = app.getRequestHandler();
  return {
    sockets,
    dev,
    close: () => app.close(),
    handle: async (request, response) => {
      // Only this process says who looks: whatever a client sent under the name is dropped.
      delete request.headers[viewerHeader];
      const isWidget = widgetPage.test(request.url ?? "");
      request.headers[surfaceHeader] = isWidget ? "widget" : "workspace";
      if (!asset.test(request.url ?? "")) {
        await protect(request, response, dev, widgetFrameAncestors);
        if (!isWidget) await introduce(request, viewerOf);
      }
      await render(request, response);
    },
  };
}

async function introduce(request: IncomingMessage, viewerOf: ViewerOf): Promise<void> {
  const viewer = await viewerOf(request.headers.cookie ?? "");
  request.headers[viewerHeader] = Buffer.from(JSON.stringify(viewer)).toString("base64url");
}

/** A fresh nonce: on the request for Next, on the response for the browser. */
async function protect(
  request: IncomingMessage,
  response: ServerResponse,
  dev: boolean,
  widgetFrameAncestors: WidgetFrameAncestors,
): Promise<void> {
  const channelId = widgetPage.exec(request.url ?? "")?.[1];
  const frameAncestors = channelId ? await widgetFrameAncestors(channelId) : "none";
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy({ nonce, frameAncestors, dev });
  delete request.headers["content-security-policy-report-only"];
  request.headers["content-security-policy"] = policy;
  response.setHeader("Content-Security-Policy", policy);
  if (frameAncestors !== "none") return;
  for (const [name, value] of Object.entries(workspaceHeaders)) response.setHeader(name, value);
}
