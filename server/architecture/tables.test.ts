import { describe, expect, it } from "vitest";
import { filesBelow, folderOf, importsOf, server, textOf } from "./source.ts";
import { across, owners } from "./tables.ts";

const models = filesBelow("prisma/schema", /\.prisma$/)
  .flatMap((file) => [...textOf(file).matchAll(/\nmodel (\w+) \{\n([\s\S]*?)\n\}/g)])
  .map(([, model = "", body = ""]) => ({
    table: body.match(/@@map\("(\w+)"\)/)?.[1] ?? model,
    delegate: model.charAt(0).toLowerCase() + model.slice(1),
  }));
const tables = new Set(models.map(({ table }) => table));
const tableOf = new Map(models.map(({ delegate, table }) => [delegate, table]));
const ownerOf = new Map(Object.entries(owners).flatMap(([owner, own]) => own.map((table) => [table as string, owner])));

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/[^\n]*/g, "");
const writes = /\b(insert into|update|delete from)\s+"?([a-z_]+)\b/gi;
const reads = /\b(from|join)\s+(?:only\s+)?"?([a-z_]+)\b/gi;
const prismaCalls = /\bprisma\s*\.\s*(\w+)\s*\.\s*(find|count|aggregate|groupBy|create|update|upsert|delete)/g;
const locks = /\block(?:Row|Rows)\(\s*"(\w+)"/g;

type Use = { file: string; table: string; kind: "reads" | "writes" };

function usesOf(file: string): Use[] {
  const text = withoutComments(textOf(file));
  const found: Use[] = [];
  for (const [, , table = ""] of text.matchAll(writes)) found.push({ file, table, kind: "writes" });
  for (const match of text.replace(/\bdelete from\b/gi, "delete").matchAll(reads))
    found.push({ file, table: match[2] ?? "", kind: "reads" });
  for (const [, delegate = "", call = ""] of text.matchAll(prismaCalls))
    found.push({
      file,
      table: tableOf.get(delegate) ?? "",
      kind: /^(find|count|agg|group)/.test(call) ? "reads" : "writes",
    });
  for (const [, table = ""] of text.matchAll(locks)) found.push({ file, table, kind: "reads" });
  return found.filter(({ table }) => tables.has(table));
}

/** Each file that reads or writes another's tables, with their names. */
function foreign(kind: Use["kind"]): Record<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const use of server.flatMap(usesOf)) {
    const folder = folderOf(use.file) ?? "server";
    if (use.kind !== kind || ownerOf.get(use.table) === folder || across[folder]) continue;
    found.set(use.file, (found.get(use.file) ?? new Set()).add(use.table));
  }
  return Object.fromEntries([...found].sort().map(([file, names]) => [file, [...names].sort()]));
}

const known = JSON.parse(textOf("server/architecture/foreign-tables.json")) as Record<
  Use["kind"],
  Record<string, string[]>
>;

describe("a table", () => {
  it("has one owner", () => {
    const owned: string[] = Object.values(owners).flat();
    expect([...owned].sort()).toEqual([...tables].sort());
  });

  it("is written by its owner alone, but for a list that may only shrink", () => {
    expect(foreign("writes")).toEqual(known.writes);
  });

  it("is read by its owner alone, but for a list that may only shrink", () => {
    expect(foreign("reads")).toEqual(known.reads);
  });

  it("is read by SQL in files named *.sql.ts alone, which say why", () => {
    const elsewhere = server
      .filter((file) => !file.endsWith(".sql.ts") && !file.startsWith("server/db/"))
      .filter((file) => importsOf(file, { types: false }).includes("server/db/sql.ts"));
    expect(elsewhere).toEqual([]);
    const silent = server
      .filter((file) => file.endsWith(".sql.ts"))
      .filter((file) => !/^\/\/ SQL because \S/.test(textOf(file)));
    expect(silent).toEqual([]);
  });
});
