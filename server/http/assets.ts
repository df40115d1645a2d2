import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

export const assetPath = /^\/_next\/static\//;

/**
 * The build's scripts, styles and fonts, as the build has compressed them (`scripts/assets.mjs`): Next would compress
 * each anew for each browser, and less. Their names change with their content, so a browser asks for each once.
 */
export function answerAssets(folder: string): ReturnType<typeof getRequestListener> {
  const app = new Hono();
  const serve = serveStatic({
    root: folder,
    precompressed: true,
    rewriteRequestPath: (name) => name.replace(assetPath, "/"),
  });
  app.get("*", (context, next) => {
    context.header("Cache-Control", "public, max-age=31536000, immutable");
    return serve(context, next);
  });
  app.all("*", (context) => context.text("Not found", 404, { "Cache-Control": "no-store" }));
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}
