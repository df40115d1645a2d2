import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { compareStatements } from "./statements.mjs";

const base = fs.mkdtempSync(path.join(os.tmpdir(), "parley-statements-"));
afterAll(() => fs.rmSync(base, { recursive: true }));

fs.writeFileSync(path.join(base, "tsconfig.json"), '{ "compilerOptions": { "strict": true, "target": "ES2024" } }');
fs.writeFileSync(
  path.join(base, "people.ts"),
  `type Person = { id: string; age: number; born: Date | null; tags: string[]; settings: { dark: boolean } };
  declare function rows<Row extends object>(text: string): Promise<Row[]>;
  declare function row<Row extends object>(text: string): Promise<Row | undefined>;
  declare const pool: { query<Row>(text: string): Promise<{ rows: Row[] }> };
  export function findPeople() { return rows<Person>("select"); }
  export function findPerson(): Promise<Person | undefined> { return row("select"); }
  export const people = { run: async () => (await pool.query<Person>("select")).rows };
  export async function findAny() { return pool.query("select"); }
`,
);

const [text, int, timestamp, textList, json, bigint] = [25, 23, 1184, 1009, 3802, 20];

/**
 * @param {string} within
 * @param {Record<string, number>} types
 * @param {string} empty A column that was null.
 */
function compare(within, types, empty = "") {
  const columns = Object.entries(types).map(([name, type]) => ({ name, type, nulls: name === empty }));
  return compareStatements(base, [{ file: "people.ts", within, columns }]);
}

const good = { id: text, age: int, born: timestamp, tags: textList, settings: json };

describe("an answer beside the row that its function declares", () => {
  it("passes where each column has its type, whichever way the row is declared", () => {
    for (const within of ["findPeople", "findPerson", "Object.run"])
      expect(compare(within, { ...good, age: bigint, more: text }, "born")).toEqual({ passed: 1, failures: [] });
  });

  it("fails for a column that is not there, of another type, or empty", () => {
    const { age: _age, ...less } = good;
    for (const within of ["findPeople", "findPerson", "Object.run"]) {
      const failing = (/** @type {string} */ fault) => ({ passed: 0, failures: [`people.ts ${within}: ${fault}`] });
      expect(compare(within, less)).toEqual(failing('"age" is declared and not answered'));
      expect(compare(within, { ...good, age: text })).toEqual(
        failing('"age" is declared as number and answered as string'),
      );
      expect(compare(within, good, "tags")).toEqual(failing('"tags" was null, which is not declared'));
    }
  });

  it("says nothing of a function that declares none", () => {
    expect(compare("findAny", good)).toEqual({ passed: 0, failures: [] });
  });
});
