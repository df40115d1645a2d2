import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Hono } from "hono";
import { env } from "#server/config/env.ts";
import { actorFromCookies } from "#server/sessions/authentication.ts";
import type { Json } from "./openapi/components.ts";
import { openApiDocument } from "./openapi.ts";
import { withOwnIds } from "./own-examples.ts";
import { routes } from "./routes.ts";

const script = "/docs/reference.js";
/** The document with the reader's own ids in its examples, where somebody is signed in. */
const ownDocument = "/docs/openapi.json";

function page(nonce: string): string {
  const configuration = JSON.stringify({
    url: ownDocument,
    withDefaultFonts: false,
    telemetry: false,
    showDeveloperTools: "never",
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Parley API reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><div id="app"></div>
<script nonce="${nonce}" src="${script}"></script>
<script nonce="${nonce}">Scalar.createApiReference("#app", ${configuration})</script></body></html>`;
}

function createDocs() {
  const docs = new Hono();
  let made: { value: Json; text: string } | undefined;
  const document = () => {
    const value = made?.value ?? openApiDocument(routes, new URL(env.publicUrl).origin);
    made ??= { value, text: JSON.stringify(value) };
    return made;
  };
  let bundle: { text: string; etag: string } | undefined;

  docs.get("/v1/openapi.json", () => {
    const headers = { "content-type": "application/json", "cache-control": "max-age=60" };
    return new Response(document().text, { headers });
  });

  docs.get(ownDocument, async (c) => {
    const headers = { "content-type": "application/json", "cache-control": "no-store" };
    const actor = await actorFromCookies(c.req.header("cookie") ?? "");
    const { value, text } = document();
    return new Response(actor ? JSON.stringify(await withOwnIds(value, actor)) : text, { headers });
  });

  docs.get("/docs", () => {
    const nonce = randomBytes(16).toString("base64");
    const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`;
    return new Response(page(nonce), {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
      },
    });
  });

  docs.get(script, (c) => {
    if (!bundle) {
      const file = createRequire(import.meta.url).resolve("@scalar/api-reference");
      const text = readFileSync(`${file.slice(0, file.lastIndexOf("/dist/"))}/dist/browser/standalone.js`, "utf8");
      bundle = { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 16)}"` };
    }
    if (c.req.header("if-none-match") === bundle.etag) return new Response(null, { status: 304 });
    return new Response(bundle.text, {
      headers: { "content-type": "text/javascript; charset=utf-8", etag: bundle.etag, "cache-control": "max-age=3600" },
    });
  });
  return docs;
}

/** /v1/openapi.json and its readable form at /docs; no token needed, nothing loaded from elsewhere. */
export const docsApp = createDocs();
