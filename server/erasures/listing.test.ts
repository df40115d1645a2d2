import { expect, it } from "vitest";
import type { z } from "zod";
import { newId } from "#server/base/ids.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import type { listErasuresOutput } from "./schema.ts";

const company = await openCompany("Acme", allFurniture);
const api = await openApi(company);

type Page = z.output<typeof listErasuresOutput>;

it("lists certificates as every list that grows: by cursor and by page, with an exact total [B1, P4]", async () => {
  const page = async (query: string) => (await api.get<Page>(`/v1/erasures?${query}`)).body;
  const before = (await page("limit=1")).pagination.total;
  for (let n = 0; n < 5; n += 1) {
    await systemPool().query(
      `insert into erasures ("companyId", "id", "contactId", "requestedBy", "requestedAt")
       values ($1, $2, gen_random_uuid(), 'Ada', now())`,
      [company.companyId, newId()],
    );
  }
  const total = before + 5;
  const first = await page("limit=2");
  expect(first.pagination).toMatchObject({ page: 1, limit: 2, total, hasNext: true, hasPrev: false });
  const seen = first.data.map(({ id }) => id);
  for (let cursor = first.pagination.nextCursor; cursor; ) {
    const next = await page(`limit=2&cursor=${cursor}`);
    seen.push(...next.data.map(({ id }) => id));
    cursor = next.pagination.nextCursor;
  }
  expect(seen).toHaveLength(total);
  expect(seen).toEqual([...new Set(seen)].sort().reverse());
  expect((await page("limit=2&page=2")).data.map(({ id }) => id)).toEqual(seen.slice(2, 4));
  expect((await page("limit=2&offset=3")).data.map(({ id }) => id)).toEqual(seen.slice(3, 5));
});
