import { afterEach, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { serveApi } from "#server/testing/serving.ts";
import { openSdkProject } from "#server/testing/systems/sdk-project.ts";
import { openStumbling, type Stumbling } from "#server/testing/systems/stumbling.ts";

const company = await openCompany("SDK", allFurniture);
const { origin } = serveApi();
const project = openSdkProject();

let way: Stumbling;
afterEach(() => way.close());

/** A customer's program: it looks at one contact after the other, and keeps none. */
const program = `
import { createParley } from "@parley/sdk";

export async function eachContact(baseUrl: string, token: string, see: (name: string) => boolean): Promise<void> {
  const parley = createParley({ baseUrl, token, pauseMs: 10 });
  for await (const contact of parley.list("/v1/contacts", { query: { search: "Counted" } }))
    if (!see(contact.name)) return;
}
`;

type Program = {
  eachContact: (baseUrl: string, token: string, see: (name: string) => boolean) => Promise<void>;
};

it("lists 10,000 contacts, each once and a page at a time, through 429 and 503 on the way [P3]", async () => {
  const count = 10_000;
  await systemPool().query(
    `insert into contacts ("companyId", "id", "name", "createdAt", "updatedAt")
     select $1, gen_random_uuid(), 'Counted ' || n, now() - n % 50 * interval '1 hour', now()
     from generate_series(1, $2::int) n`,
    [company.companyId, count],
  );
  const { secret } = await company.token(["clients_read"]);
  const { eachContact } = (await import(await project.write("listing.ts", program))) as Program;
  way = await openStumbling(
    origin(),
    new Map([
      [3, 503],
      [41, 429],
      [90, 503],
    ]),
  );

  const seen = new Set<string>();
  let looks = 0;
  let ahead = 0;
  const pageTimes: number[] = [];
  let turned = performance.now();
  await eachContact(way.origin, secret, (name) => {
    looks += 1;
    seen.add(name);
    const pages = way.passed.filter(({ status }) => status === 200).length;
    ahead = Math.max(ahead, pages - Math.ceil(looks / 100));
    if (looks % 100 === 1) pageTimes.push(performance.now() - turned);
    if (looks % 100 === 0) turned = performance.now();
    return true;
  });

  expect([looks, seen.size]).toEqual([count, count]);
  // No page is asked for before the one before it was looked through.
  expect(ahead).toBe(0);
  const statuses = way.passed.map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200)).toEqual([503, 429, 503]);
  expect(statuses.filter((status) => status === 200)).toHaveLength(count / 100);
  // The last pages cost no more than the first: each is found by where the one before it ended.
  const middle = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  expect(middle(pageTimes.slice(-40))).toBeLessThan(4 * middle(pageTimes.slice(0, 40)));
});

it("asks for no further page once the program has what it wants [P3]", async () => {
  const { secret } = await company.token(["clients_read"]);
  const { eachContact } = (await import(await project.write("listing.ts", program))) as Program;
  way = await openStumbling(origin(), new Map());
  let looks = 0;
  await eachContact(way.origin, secret, () => {
    looks += 1;
    return looks < 150;
  });
  expect(way.passed).toHaveLength(2);
});
