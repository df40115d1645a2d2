import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { errorTable } from "#server/base/errors.ts";
import { app } from "../app.ts";
import { guideNames, guideTitle, sampleNames } from "./guides.ts";
import { inline, pageOf } from "./markdown.ts";
import type { Place } from "./searching.ts";

const read = async (path: string) => {
  const answer = await app.request(path);
  return { status: answer.status, text: await answer.text() };
};

describe("the catalogue of errors", () => {
  it("has every code of the table, with its status, what it means and what to do", async () => {
    const { text } = await read("/docs/guides/errors");
    for (const [code, { status }] of Object.entries(errorTable)) {
      const part = text.slice(text.indexOf(`<h3 id="${code}">`)).split("</section>", 1)[0] ?? "";
      expect(part, code).toMatch(new RegExp(`<code>${code}</code> <span class="type">${status}</span>`));
      expect(part, code).toContain("What to do:");
    }
  });
});

it("the page of errors says of every status whether the request may be repeated", async () => {
  const { text } = await read("/docs/guides/errors");
  const table = text.split('id="what-may-be-repeated"', 2)[1]?.split("</table>", 1)[0] ?? "";
  // 408 and 431 come from the listener, before there is a request.
  const statuses = new Set([...Object.values(errorTable).map(({ status }) => status), 408, 431]);
  for (const status of statuses) expect(table).toContain(String(status));
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

  it("name the lists that have pages and no cursor, and no others", async () => {
    type Listing = { get?: { parameters?: { name: string }[] } };
    const document = JSON.parse((await read("/v1/openapi.json")).text) as { paths: Record<string, Listing> };
    const takes = ({ get }: Listing, name: string) => get?.parameters?.some((one) => one.name === name) ?? false;
    const without = Object.entries(document.paths).filter(
      ([, item]) => takes(item, "limit") && takes(item, "page") && !takes(item, "cursor"),
    );
    const { text } = await read("/docs/guides/pagination");
    const sentence = text.split("have no cursor:", 2)[1]?.split("</p>", 1)[0] ?? "";
    const named = [...sentence.matchAll(/<code>(\/v1\/[^<]+)<\/code>/g)].map(([, path]) => path);
    // Campaigns stand there in words; a board's columns go on by the cursor of GET /v1/conversations.
    const inWords = ["/v1/conversations/by-phase", "/v1/whatsapp/{channelId}/campaigns"];
    expect([...named, ...inWords].sort()).toEqual(without.map(([path]) => path).sort());
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
