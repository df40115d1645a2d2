import { type Context, Hono } from "hono";
import { AppError, notFound } from "#server/base/errors.ts";
import { networkOfCaller } from "#server/core/caller.ts";
import { assertCleanInput } from "#server/core/input.ts";
import { authorize, refuseWhileSeeing } from "#server/core/operation.ts";
import { readBytes } from "#server/kit/rest/body.ts";
import { take } from "#server/kit/rest/limits.ts";
import { withRoom } from "#server/kit/rest/room.ts";
import { isFromOwnPage } from "#server/kit/trpc/same-origin.ts";
import { actorFromCookies, personHeader, requireSamePerson } from "#server/sessions/authentication.ts";
import { mostBytes, plainName } from "./choices.ts";
import { maxImageBytes } from "./imaging.ts";
import { storeOutgoing } from "./outgoing.ts";
import { askedOf } from "./serving/ranges.ts";
import { bodyOf } from "./serving/streaming.ts";
import { contentTypes, type Ending, endingOf, imageTypes, sizeOfFile } from "./storage.ts";
import { recordUpload, storeImage } from "./storing.ts";

const uploadsPerMinute = 60;

/**
 * POST /uploads: raw bytes of a signed-in person, refused before they are read: with `name` any file for a message, else
 * an image that is kept.
 */
async function receive(c: Context): Promise<Response> {
  if (!isFromOwnPage(c.req.raw)) throw new AppError("forbidden", { message: "This request comes from another site." });
  const actor = await actorFromCookies(c.req.header("cookie") ?? "");
  if (!actor) throw new AppError("unauthorized", { message: "Sign in first." });
  requireSamePerson(actor, c.req.header(personHeader));
  authorize(actor, recordUpload.access);
  refuseWhileSeeing(actor);
  if (!take(`uploads:${actor.id}`, uploadsPerMinute).ok) throw new AppError("rate_limited");
  const fileName = c.req.query("name");
  if (fileName !== undefined) {
    assertCleanInput(fileName, "name");
    const voice = c.req.query("voice") === "true";
    return withRoom("company", actor.companyId, async (room) => {
      const bytes = await readBytes(c, mostBytes, room);
      return c.json(await storeOutgoing(actor, { bytes, fileName, voice }), 201);
    });
  }
  return withRoom("company", actor.companyId, async (room) =>
    c.json(await storeImage(actor, await readBytes(c, maxImageBytes, room)), 201),
  );
}

/** A file that is saved gets the name its message knows (`?name=`); it decides nothing else. */
function dispositionOf(ending: Ending, name: string | undefined): string {
  if (Object.hasOwn(imageTypes, ending)) return `inline; filename="image.${ending}"`;
  const plain = plainName(name ?? "")
    .toWellFormed()
    .replaceAll(/[\\/]/g, " ")
    .trim()
    .slice(0, 200)
    .replace(/[\ud800-\udbff]$/, "");
  const encoded = encodeURIComponent(plain).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="file.${ending}"${plain ? `; filename*=UTF-8''${encoded}` : ""}`;
}

function headersOf(key: string, ending: Ending, name: string | undefined): Record<string, string> {
  return {
    "Content-Type": contentTypes[ending],
    "Content-Disposition": dispositionOf(ending, name),
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, max-age=31536000, immutable",
    "Accept-Ranges": "bytes",
    // A key never gets other bytes.
    ETag: `"${key}"`,
  };
}

/** The file or the part asked for: without parts, browsers cannot move inside a film, and some play none at all. */
async function hand(c: Context, key: string, ending: Ending, size: number): Promise<Response> {
  const headers = headersOf(key, ending, c.req.query("name"));
  const valid = c.req.header("if-range") ?? headers.ETag;
  const asked = askedOf(valid === headers.ETag ? c.req.header("range") : undefined, size);
  if (asked.kind === "outside") {
    const outside = { "Content-Range": `bytes */${size}`, "Accept-Ranges": "bytes" };
    return new Response(null, { status: 416, headers: outside });
  }
  const { start, end } = asked.kind === "part" ? asked : { start: 0, end: size - 1 };
  const length = { "Content-Length": String(end - start + 1) };
  const range = { "Content-Range": `bytes ${start}-${end}/${size}` };
  const answer =
    asked.kind === "whole"
      ? { headers: { ...headers, ...length } }
      : { status: 206, headers: { ...headers, ...length, ...range } };
  // Nobody would read it.
  const body = c.req.method === "HEAD" ? null : await bodyOf(key, start, end, networkOfCaller(c));
  return new Response(body, answer);
}

/**
 * POST /uploads stores an image; GET /uploads/{key} gives it. The key is the permission; only image types the server made
 * itself are shown in place, and even then without scripts, frames or sniffing.
 */
function createUploadsApp() {
  const app = new Hono();
  app.post("/", receive);
  app.get("/:key", async (c) => {
    const key = c.req.param("key");
    const ending = endingOf(key);
    const size = ending ? await sizeOfFile(key) : undefined;
    if (!ending || size === undefined) throw notFound("file");
    return hand(c, key, ending, size);
  });
  app.all("/:key", () => {
    throw new AppError("method_not_allowed", { extra: { allow: ["GET"] } });
  });
  return app;
}

export const uploadsApp = createUploadsApp();
