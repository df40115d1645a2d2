import { expect, it } from "vitest";
import { inCompany } from "#server/db/pool.ts";
import { rows, sql } from "#server/db/sql.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { folded } from "./folding.ts";

const company = await openCompany();

/** Western letters, punctuation, fractions, signs of Chinese and Japanese, ligatures, wide letters. */
const ranges = [
  [0x20, 0x24f],
  [0x1e00, 0x1eff],
  [0x2010, 0x2044],
  [0x2100, 0x218f],
  [0x3001, 0x30ff],
  [0x4e00, 0x4eff],
  [0xac00, 0xacff],
  [0xfb00, 0xfb06],
  [0xff01, 0xff5e],
] as const;

it("folds no letter less than the database does [W10]", async () => {
  const letters = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
  );
  const found = await inCompany(company.companyId, () =>
    rows<{ letter: string; plain: string }>(
      sql`select l as "letter", parley_fold(l) as "plain" from unnest(${letters}::text[]) l`,
    ),
  );
  expect(found).toHaveLength(letters.length);
  const apart = found.filter(({ letter, plain }) => folded(letter).text.trim() !== folded(plain).text.trim());
  expect(apart).toEqual([]);
});
