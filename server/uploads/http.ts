import { Hono } from "hono";
import { AppError, notFound } from "#server/core/errors.ts";
import { contentTypes, endingOf, readFile } from "./storage.ts";

/**
 * GET /uploads/{key}: stored images. The key is the permission; only image types the server made itself are shown in
 * place, and even then without scripts, frames or sniffing.
 */
function createUploadsApp() {
  const app = new Hono();
  app.get("/:key", async (c) => {
    const key = c.req.param("key");
    const ending = endingOf(key);
    const bytes = ending ? await readFile(key) : undefined;
    if (!ending || !bytes) throw notFound("file");
    return new Response(new Uint8Array(bytes), {
      headers: {
        "Content-Type": contentTypes[ending],
        "Content-Length": String(bytes.byteLength),
        "Content-Disposition": `inline; filename="image.${ending}"`,
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "private, max-age=31536000, immutable",
      },
    });
  });
  app.all("/:key", () => {
    throw new AppError("method_not_allowed", { extra: { allow: ["GET"] } });
  });
  return app;
}

export const uploadsApp = createUploadsApp();
