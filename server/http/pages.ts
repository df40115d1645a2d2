import fs from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import next from "next";
import { noteAttempt } from "#server/base/attempts.ts";
import { addressOfIncoming, networkOf } from "#server/core/caller.ts";
import { take } from "#server/kit/rest/limits.ts";
import { answerAssets, assetFolders, assetPath } from "./assets.ts";
import { type Mounted, mount } from "./mount.ts";
import {
  documentHeader,
  pageHeaders,
  pathHeader,
  surfaceHeader,
  type ViewerOf,
  viewerHeader,
  type WidgetFrameAncestors,
} from "./page-headers.ts";
import { paintFirst } from "./paint-first.ts";
import { refuse } from "./refusals.ts";

export type Pages = {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Where Next listens for sockets: hot reload in development, nothing in production. */
  sockets: http.Server;
  dev: boolean;
  close(): Promise<void>;
};

type Options = {
  dev: boolean;
  hostname: string;
  port: number;
  widgetFrameAncestors: WidgetFrameAncestors;
  viewerOf: ViewerOf;
  ask: Mounted["ask"];
};

/** Drawing a page takes long, and strangers may ask as often as they like. Chats of a whole office are far below. */
const strangePagesPerMinute = 600;

function isTooMuch(request: IncomingMessage): boolean {
  const network = networkOf(addressOfIncoming(request));
  if (take(`pages:${network}`, strangePagesPerMinute).ok) return false;
  noteAttempt(`pages:${network}`, { network }, "a limit of pages was reached");
  return true;
}

const root = path.join(import.meta.dirname, "../..");
/** Files as they are, among them the script on customers' sites: nothing is drawn for them. */
const publicFiles = new Set(fs.readdirSync(path.join(root, "public")).map((name) => `/${name}`));

/** The pages, rendered by Next. It gets a server of its own to listen on, so it never sees an upgrade we did not pass on. */
export async function openPages({ dev, hostname, port, widgetFrameAncestors, viewerOf, ask }: Options): Promise<Pages> {
  const sockets = http.createServer();
  const dress = pageHeaders({ dev, widgetFrameAncestors, viewerOf });
  mount({ ask });
  const app = next({ dev, dir: root, hostname, port, httpServer: sockets, quiet: !dev });
  await app.prepare();
  const render = app.getRequestHandler();
  // In development the build is in memory, and changes.
  const asset = dev ? render : answerAssets(...assetFolders.map((folder) => path.join(root, folder)));
  return {
    sockets,
    dev,
    close: () => app.close(),
    handle: async (request, response) => {
      // Only this process sets the viewer: headers of these names from clients are dropped.
      for (const name of [
        viewerHeader,
        surfaceHeader,
        documentHeader,
        pathHeader,
        "content-security-policy-report-only",
      ])
        delete request.headers[name];
      const url = request.url ?? "";
      if (assetPath.test(url)) return asset(request, response);
      const dressed = await dress(url, request.headers.cookie ?? "", request.headers.rsc === undefined);
      const isDrawn = !publicFiles.has(url.split("?", 1)[0] ?? "");
      if (dressed.strange && isDrawn && isTooMuch(request)) return refuse(response, 429);
      Object.assign(request.headers, dressed.request);
      for (const [name, value] of Object.entries(dressed.response)) response.setHeader(name, value);
      const rendering = render(request, response);
      // By now Next's compression has taken hold of the answer.
      if (dressed.paintFirst) paintFirst(response, dressed.paintFirst);
      await rendering;
    },
  };
}
