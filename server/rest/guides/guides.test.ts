import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { errorTable } from "#server/base/errors.ts";
import { app } from "../app.ts";
import { detailWords } from "./error-words.ts";
import { guideNames, guideTitle, sampleNames } from "./guides.ts";
import { inline, pageOf } from "./markdown.ts";
import type { Place } from "./searching.ts";

const read = async (path: string) => {
  const answer = await app.request(path);
  return { status: answer.status, text: await answer.text() };
};

/** The server's own source, without tests, stand-ins of other services, and the samples. */
const sources = fs
  .globSync("server/**/*.ts")
  .filter((file) => !/\.test\.ts$|\/(?:testing|generated|simulator|architecture|samples)\//.test(file))
  .map((file) => ({ file, text: fs.readFileSync(file, "utf8") }));

/** What stands between the parentheses of each call. */
function argumentsOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${name}\\(`, "g"))].map((match) => {
    const begin = match.index + match[0].length;
    let depth = 1;
    let at = begin;
    for (; depth > 0 && at < text.length; at += 1) {
      if ("([{".includes(text.charAt(at))) depth += 1;
      if (")]}".includes(text.charAt(at))) depth -= 1;
    }
    return text.slice(begin, at - 1);
  });
}

const lastWord = /,\s*"([a-z_]+)",?\s*$/;

describe("the catalogue of errors", () => {
  it("has every code of the table, with its status, what it means and what to do", async () => {
    const { text } = await read("/docs/guides/errors");
    for (const [code, { status }] of Object.entries(errorTable)) {
      const part = text.slice(text.indexOf(`<h3 id="${code}">`)).split("</section>", 1)[0] ?? "";
      expect(part, code).toMatch(new RegExp(`<code>${code}</code> <span class="type">${status}</span>`));
      expect(part, code).toContain("What to do:");
    }
  });

  it("misses no code that the server throws or writes into a body", () => {
    const thrown = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/new AppError\(\s*"([a-z_]+)"|\berror: "([a-z_]+)", (?:message|status)/g)].map(
        ([, code, written]) => ({ file, code: code ?? written ?? "" }),
      ),
    );
    expect(thrown.length).toBeGreaterThan(150);
    expect(thrown.filter(({ code }) => !Object.hasOwn(errorTable, code))).toEqual([]);
  });

  it("misses no code of a field that the server names", () => {
    // What a chatbot's flow notes of its turns is no error.
    const named = sources
      .filter(({ file }) => !file.includes("/flow/"))
      .flatMap(({ file, text }) => {
        const calls = argumentsOf(text, "invalidField").map((given) => lastWord.exec(given)?.[1]);
        const literal = [
          ...text.matchAll(/params: \{ code: "([a-z_]+)"/g),
          ...text.matchAll(/\bfield\b[^{}]{0,80}?, code: "([a-z_]+)"/g),
          ...text.matchAll(/\b(?:note|fault|unsupported)\([^,()]+, "([a-z_]+)"/g),
          ...text.matchAll(/\bcode: "(invalid_[a-z_]+|too_[a-z]+|required|unreachable|unknown_[a-z]+)"/g),
        ].map(([, code]) => code);
        return [...calls, ...literal].filter((code) => code !== undefined).map((code) => ({ file, code }));
      });
    expect(new Set(named.map(({ code }) => code)).size).toBeGreaterThan(50);
    const missing = named.filter(({ code }) => !Object.hasOwn(detailWords, code) && !Object.hasOwn(errorTable, code));
    expect(missing).toEqual([]);
  });
});

describe("the guides", () => {
  it("are pages with a title, a place in the contents, and links that lead somewhere", async () => {
    const ids = new Map<string, Set<string>>();
    const pages = ["/docs", "/docs/assistants", ...guideNames.map((name) => `/docs/guides/${name}`)];
    const links: { from: string; to: string }[] = [];
    for (const page of pages) {
      const { status, text } = await read(page);
      expect([page, status]).toEqual([page, 200]);
      ids.set(page, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id)));
      const main = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
      links.push(...[...main.matchAll(/ href="([^"]+)"/g)].map(([, to = ""]) => ({ from: page, to })));
    }
    for (const name of guideNames) expect((await read("/docs")).text).toContain(`${guideTitle(name)}</a>`);
    for (const { from, to } of links.filter(({ to: target }) => !target.startsWith("https://"))) {
      const [path = "", hash] = to.startsWith("#") ? [from, to.slice(1)] : to.split("#");
      // Unknown pages are sent back to the overview.
      if (!ids.has(path)) expect([from, to, (await read(path)).status]).toEqual([from, to, 200]);
      if (hash && ids.has(path)) expect([from, to, ids.get(path)?.has(hash)]).toEqual([from, to, true]);
    }
    expect((await app.request("/docs/guides/none")).status).toBe(302);
  });

  it("name no operation, event or header that there is not", async () => {
    const document = JSON.parse((await read("/v1/openapi.json")).text) as { paths: Record<string, object> };
    const known = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    for (const name of guideNames) {
      const { text } = await read(`/docs/guides/${name}`);
      for (const [, operation = ""] of text.matchAll(/<code>((?:GET|POST|PUT|PATCH|DELETE) \/v1\/[^<?]+)<\/code>/g))
        expect([name, known.includes(operation) ? operation : `unknown: ${operation}`]).toEqual([name, operation]);
    }
  });

  it("hand out their samples as they show them", async () => {
    const webhooks = (await read("/docs/guides/webhooks")).text;
    for (const name of sampleNames) {
      const { status, text } = await read(`/docs/samples/${name}`);
      expect([name, status]).toEqual([name, 200]);
      expect(text).toBe(fs.readFileSync(`server/rest/guides/samples/${name}`, "utf8"));
    }
    expect(webhooks).toContain("hash_hmac(&#39;sha256&#39;");
    expect((await app.request("/docs/samples/..%2Fguides.ts")).status).toBe(302);
  });

  it("are found by their words, as are operations, events and error codes", async () => {
    const places = JSON.parse((await read("/docs/search.json")).text) as Place[];
    const titles = places.map(({ title }) => title);
    for (const title of ["Verify", "rate_limited", "contact/created", "Create a contact"])
      expect(titles).toContain(title);
    for (const { href } of places.filter(({ href: one }) => one.startsWith("/docs/guides/") && one.includes("#"))) {
      const [path = "", id = ""] = href.split("#");
      expect((await read(path)).text, href).toContain(` id="${id}"`);
    }
  });
});

describe("the text of a guide", () => {
  it("is text, whatever stands in it", () => {
    expect(inline('<b> & "`<i>`" **x<y**').text).toBe(
      "&lt;b&gt; &amp; &quot;<code>&lt;i&gt;</code>&quot; <strong>x&lt;y</strong>",
    );
  });

  it("fails where it asks for what there is not", () => {
    const options = { parts: {}, sample: () => undefined, origin: "" };
    expect(() => pageOf("{{none}}", options)).toThrow("no part none");
    expect(() => pageOf("```ts file:none.ts\n```", options)).toThrow("no sample none.ts");
  });
});
