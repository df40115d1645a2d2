import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { AppError } from "#server/base/errors.ts";
import { env } from "#server/config/env.ts";
import { networkOfCaller } from "#server/core/caller.ts";
import { take } from "#server/kit/rest/limits.ts";
import { actorFromCookies } from "#server/sessions/authentication.ts";
import { sampleText } from "./guides/guides.ts";
import { placesIn } from "./guides/searching.ts";
import { collectionOf } from "./openapi/collection.ts";
import type { Json } from "./openapi/components.ts";
import { openApiDocument } from "./openapi.ts";
import { withOwnIds } from "./own-examples.ts";
import type { ReferenceDocument } from "./reference/document.ts";
import type { Markup } from "./reference/markup.ts";
import { guide, referencePage } from "./reference/page.ts";
import type { Options } from "./reference/shell.ts";
import { textsFor } from "./reference/texts.ts";
import { routes } from "./routes.ts";

const files = {
  "/docs/reference.js": { name: "console.js", type: "text/javascript; charset=utf-8" },
  "/docs/reference.css": { name: "reference.css", type: "text/css; charset=utf-8" },
  "/docs/guides.css": { name: "guides.css", type: "text/css; charset=utf-8" },
} as const;

/** Pages are made and packed anew for whoever asks. */
const requestsPerMinute = 600;

type File = { text: string; etag: string };

function read(name: string): File {
  const text = readFileSync(new URL(`./reference/${name}`, import.meta.url), "utf8");
  return { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 16)}"` };
}

function serveFiles(docs: Hono): void {
  const kept = new Map<string, File>();
  for (const [path, { name, type }] of Object.entries(files)) {
    docs.get(path, (c) => {
      const file = kept.get(name) ?? read(name);
      kept.set(name, file);
      if (c.req.header("if-none-match") === file.etag) return new Response(null, { status: 304 });
      return new Response(file.text, {
        headers: { "content-type": type, etag: file.etag, "cache-control": "max-age=60" },
      });
    });
  }
}

/** The programs that guides show, to be fetched and run. */
function serveSamples(docs: Hono): void {
  docs.get("/docs/samples/:name", (c) => {
    const text = sampleText(c.req.param("name"));
    if (text === undefined) return c.redirect("/docs");
    const headers = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
    return new Response(text, { headers });
  });
}

/** A page with what it may load: our own script and styles, nothing from elsewhere. */
function answered({ text }: Markup, language: string, nonce: string): Response {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`;
  return new Response(text, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-language": language,
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      vary: "Cookie, Accept-Language",
      "cache-control": "no-store",
    },
  });
}

function createDocs() {
  const docs = new Hono();
  let made: { value: Json; text: string } | undefined;
  const document = () => {
    const value = made?.value ?? openApiDocument(routes, new URL(env.publicUrl).origin);
    made ??= { value, text: JSON.stringify(value) };
    return made;
  };
  /** With the reader's own ids in its examples, where somebody is signed in. */
  const ownDocument = async (c: Context) => {
    const actor = await actorFromCookies(c.req.header("cookie") ?? "");
    const { value } = document();
    return actor ? withOwnIds(value, actor) : value;
  };

  docs.use("/docs/*", compress({ threshold: 1024 }));

  docs.get("/v1/openapi.json", () => {
    const headers = { "content-type": "application/json", "cache-control": "max-age=60" };
    return new Response(document().text, { headers });
  });

  serveFiles(docs);
  serveSamples(docs);
  docs.use("/docs/*", async (c, next) => {
    if (!take(`docs:${networkOfCaller(c)}`, requestsPerMinute).ok) throw new AppError("rate_limited");
    await next();
  });

  docs.get("/docs/openapi.json", async (c) => {
    const headers = { "content-type": "application/json", "cache-control": "no-store" };
    return new Response(JSON.stringify(await ownDocument(c)), { headers });
  });

  const serveJson = (path: string, make: (given: ReferenceDocument) => unknown) =>
    docs.get(path, () => {
      const headers = { "content-type": "application/json", "cache-control": "max-age=60" };
      return new Response(JSON.stringify(make(document().value as ReferenceDocument)), { headers });
    });
  serveJson("/docs/search.json", placesIn);
  serveJson("/docs/postman.json", collectionOf);

  const show = async (c: Context, page: (options: Options) => Markup | undefined) => {
    const nonce = randomBytes(16).toString("base64");
    const { language, texts } = textsFor(c.req.header("cookie"), c.req.header("accept-language"));
    const found = page({ document: (await ownDocument(c)) as ReferenceDocument, texts, language, nonce });
    return found ? answered(found, language, nonce) : c.redirect("/docs");
  };
  docs.get("/docs", (c) => show(c, (options) => referencePage("", options)));
  docs.get("/docs/:page", (c) => show(c, (options) => referencePage(c.req.param("page"), options)));
  docs.get("/docs/guides/:guide", (c) => show(c, (options) => guide(c.req.param("guide"), options)));
  return docs;
}

/** /v1/openapi.json and its readable form at /docs; no token needed, nothing loaded from elsewhere. */
export const docsApp = createDocs();
