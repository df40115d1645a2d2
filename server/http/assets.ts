import fs from "node:fs";
import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

/** Of this build, and of the one before (`scripts/setup.mjs`). */
export const assetFolders = [".next/static", ".next/cache/before"] as const;
export const assetPath = /^\/_next\/static\//;

/**
 * The build's scripts, styles and fonts, as the build has compressed them (`scripts/assets.mjs`): Next would compress
 * each anew for each browser, and less. Their names change with their content, so a browser asks for each once. Those of
 * the build before, in the second folder, are for pages that are open still.
 */
export function answerAssets(...folders: string[]): ReturnType<typeof getRequestListener> {
  const app = new Hono();
  for (const root of folders.filter((folder) => fs.existsSync(folder))) {
    const rewriteRequestPath = (name: string) => name.replace(assetPath, "/");
    const serve = serveStatic({ root, precompressed: true, rewriteRequestPath });
    app.get("*", (context, next) => {
      context.header("Cache-Control", "public, max-age=31536000, immutable");
      return serve(context, next);
    });
  }
  app.all("*", (context) => context.text("Not found", 404, { "Cache-Control": "no-store" }));
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}
