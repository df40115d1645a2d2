import { expect, it } from "vitest";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { app } from "../app.ts";
import { routes } from "../routes.ts";

type Value = { key: string; value: string; disabled?: boolean };
type Request = {
  method: string;
  header: Value[];
  url: { raw: string; path: string[]; variable: Value[]; query: Value[] };
  body?: { mode: string; raw: string };
  auth?: { type: string };
};
type Collection = {
  info: { schema: string };
  variable: Value[];
  item: { name: string; item: { name: string; request: Request }[] }[];
};

const company = await openCompany("Collection", allFurniture);
const api = await openApi(company);
const collection = (await (await app.request("/docs/postman.json")).json()) as Collection;
const requests = collection.item.flatMap(({ item }) => item).map(({ request }) => request);

it("the collection has each operation once, with its address, its variables and a body that is JSON", () => {
  expect(collection.info.schema).toMatch(/\/v2\.1\.0\/collection\.json$/);
  const named = requests.map(
    ({ method, url }) => `${method} /${url.path.join("/").replaceAll(/:([A-Za-z]+)/g, "{$1}")}`,
  );
  const served = routes.flatMap(({ method, path, also = [] }) =>
    [path, ...also].map((one) => `${method.toUpperCase()} ${one}`),
  );
  expect(named.sort()).toEqual([...served, "GET /health"].sort());
  for (const { url, body } of requests) {
    const variables = url.path.filter((step) => step.startsWith(":")).map((step) => step.slice(1));
    expect(url.variable.map(({ key }) => key)).toEqual(variables);
    if (body?.mode === "raw") expect(() => JSON.parse(body.raw)).not.toThrow();
  }
});

it("what it sends is understood: every request that only reads, as it stands", async () => {
  const answers = await Promise.all(
    requests
      .filter(({ method, url }) => method === "GET" && url.variable.length === 0)
      .map(async ({ url }) => {
        const query = new URLSearchParams(
          url.query.filter(({ disabled }) => !disabled).map((one) => [one.key, one.value]),
        );
        const path = `${url.raw.replace("{{baseUrl}}", "")}?${query}`;
        const { status, text } = await api.get(path);
        return { path, status, text: status === 200 ? "" : text };
      }),
  );
  expect(answers.length).toBeGreaterThan(40);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
});
