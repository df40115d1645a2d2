import { expect, it } from "vitest";
import { delimiterOf, hasWideLine, recordsOf, withoutHint } from "./csv.ts";
import { csvLines } from "./spreadsheet-cell.ts";

const all = async (text: string) => {
  const records: string[][] = [];
  for await (const { cells } of recordsOf(text, delimiterOf(text))) records.push(cells);
  return records;
};

it("reads the records of a file, whatever ends its lines", async () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = ["name;note", 'Ana;"a; b"', "", "Bea;c"].join(end);
    expect(await all(text)).toEqual([
      ["name", "note"],
      ["Ana", "a; b"],
      ["Bea", "c"],
    ]);
    expect(hasWideLine(text.repeat(10_000), ";")).toBe(false);
  }
});

it("counts rows as a spreadsheet shows them, with empty ones and several lines in a cell [W9]", async () => {
  const text = 'name,note\n\nAna,"two\nlines"\n,,\n  \nBea,b\n"",\nCleo,c';
  const rows: (readonly [number, string | undefined])[] = [];
  for await (const { row, cells } of recordsOf(text, ",")) rows.push([row, cells[0]]);
  expect(rows).toEqual([
    [1, "name"],
    [3, "Ana"],
    [6, "Bea"],
    [8, "Cleo"],
  ]);
});

it("takes the delimiter that the first line says", () => {
  expect(withoutHint("sep=;\r\nname;note\n")).toEqual({ text: "name;note\n", delimiter: ";" });
  expect(withoutHint('\ufeff"SEP=,"\nname')).toEqual({ text: "name", delimiter: "," });
  expect(withoutHint("sep=x\nname")).toEqual({ text: "sep=x\nname" });
});

it("finds a line of more fields than any record before its fields are made", () => {
  const wide = ",".repeat(10_000);
  expect(hasWideLine(wide, ",")).toBe(false);
  expect(hasWideLine(`${wide},`, ",")).toBe(true);
  expect(hasWideLine(`name\n${"Ana\n".repeat(9000)}${wide},\nBea\n`, ",")).toBe(true);
  expect(hasWideLine(`name\n${wide},`, ";")).toBe(false);
  expect(hasWideLine(`"${"x".repeat(1_000_000)}",1\n`.repeat(20), ",")).toBe(false);
});

it("gives up on a quote that nobody closes", async () => {
  await expect(all(`name,note\nAna,"${"x".repeat(1_100_000)}`)).rejects.toMatchObject({ code: "CSV_MAX_RECORD_SIZE" });
});

it("lets others have their turn between the pieces of a file without records", async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  await all("\n".repeat(4_000_000));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(3);
});

it("writes cells of several lines in quotes, whichever sign breaks them, so that they are read back whole [E9]", async () => {
  const lines = [
    ["a\nb", "c\rd", "e\r\nf"],
    ['say "x"', "1,2", "plain"],
  ];
  const text = csvLines(lines);
  expect(text.split("\r\n")[0]).toBe('"a\nb","c\rd","e');
  expect(await all(text)).toEqual(lines);
});
