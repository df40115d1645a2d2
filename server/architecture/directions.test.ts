import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { foundations, nouns, transports } from "./order.ts";
import { folderOf, importsOf, root, server, sources, textOf } from "./source.ts";

const order = [...foundations, nouns, ...transports.map((name) => [name])];
const nounNames: readonly string[] = nouns;

/** How high a file stands: its folder's place, and above all of them what lies in `server/` itself. */
function heightOf(file: string): number {
  const folder = folderOf(file);
  return folder === undefined ? order.length : order.findIndex((names) => names.includes(folder));
}

const isIn = (file: string, names: readonly string[]) => names.includes(folderOf(file) ?? "");
const edges = server.flatMap((file) =>
  importsOf(file, { types: true })
    .filter((target) => target.startsWith("server/"))
    .map((target) => ({ file, target })),
);
const shown = (found: readonly { file: string; target: string }[]) =>
  found.map(({ file, target }) => `${file} imports ${target}`);

const nounFiles = server.filter((file) => isIn(file, nounNames));

/** What is read by its key and by who may see it: these two, and what they use of their own noun. */
const reading = new Set(nounFiles.filter((file) => /\/(access|row)(\.sql)?\.ts$/.test(file)));
for (const file of reading)
  for (const target of importsOf(file, { types: true }))
    if (folderOf(target) === folderOf(file) && floorByName(target) !== "words") reading.add(target);

type Floor = "words" | "reading" | "deeds" | "mounts";
const floors: readonly Floor[] = ["words", "reading", "deeds", "mounts"];

function floorByName(file: string): Floor {
  if (/[/-](schema|choices)\.ts$|\/capabilities\.ts$/.test(file)) return "words";
  if (/\/(rest|trpc|http|jobs)\.ts$/.test(file)) return "mounts";
  return "deeds";
}

const floorOf = (file: string) => floors.indexOf(reading.has(file) ? "reading" : floorByName(file));

describe("the directions of imports", () => {
  it("lead down: config, base, db, core, outbound and kit, nouns, transports, and what puts them together", () => {
    expect([...new Set(server.map(folderOf))].filter((name) => name && !order.flat().includes(name))).toEqual([]);
    const up = edges
      .filter(({ file, target }) => folderOf(file) !== folderOf(target))
      .filter(({ file, target }) => heightOf(target) >= heightOf(file))
      .filter(({ file, target }) => !(isIn(file, nounNames) && isIn(target, nounNames)));
    expect(shown(up)).toEqual([]);
  });

  it("lead down the four floors of a noun: words, reading, deeds, mounts", () => {
    const up = edges.filter(
      ({ file, target }) =>
        isIn(file, nounNames) &&
        isIn(target, nounNames) &&
        (floorOf(target) > floorOf(file) ||
          // A mount hangs up operations of any noun, and knows no other mount.
          (folderOf(file) !== folderOf(target) && floorByName(file) === "mounts" && floorByName(target) === "mounts")),
    );
    expect(shown(up)).toEqual([]);
  });

  it("lead from noun to noun in the order of the nouns", () => {
    const height = (file: string) => nounNames.indexOf(folderOf(file) ?? "");
    const up = edges.filter(
      ({ file, target }) =>
        isIn(file, nounNames) &&
        isIn(target, nounNames) &&
        floors[floorOf(file)] === "deeds" &&
        floors[floorOf(target)] === "deeds" &&
        height(target) > height(file),
    );
    expect(shown(up)).toEqual([]);
  });

  it("go round in no circle, from file to file, types included", () => {
    const targets = new Map(server.map((file) => [file, importsOf(file, { types: true })]));
    const known = new Set(server);
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" > "));
      if (way.includes(file) || done.has(file)) return;
      for (const target of targets.get(file) ?? []) if (known.has(target)) visit(target, [...way, file]);
      done.add(file);
    };
    for (const file of server) visit(file, []);
    expect(circles).toEqual([]);
  });

  it("are those that ARCHITECTURE.md shows", () => {
    const shownOrder = fs.readFileSync(path.join(root, "ARCHITECTURE.md"), "utf8").replaceAll(/[`\s]+/g, " ");
    expect(shownOrder).toContain(nouns.join(" < "));
    expect(shownOrder).toContain(transports.join(" < "));
  });

  it("keep schema.ts free of everything but zod, other schemas and field shapes", () => {
    const allowed =
      /^(zod|server\/(?:core\/(?:fields|page-fields|permissions|words|events\/public-types)|base\/(?:dates|time-zones))\.ts|server\/[^/]+\/(?:[\w-]+\/)?(?:(?:[\w-]+-)?schema|choices)\.ts|libphonenumber-js.*)$/;
    const wrong = server
      .filter((file) => /[/-]schema\.ts$/.test(file))
      .flatMap((file) => importsOf(file, { types: false }).map((target) => ({ file, target })))
      .filter(({ target }) => !allowed.test(target));
    expect(shown(wrong)).toEqual([]);
  });

  it("let components take only types and schemas from the server", () => {
    const wrong = sources
      .filter((file) => file.startsWith("components/"))
      .flatMap((file) => importsOf(file, { types: false }).map((target) => ({ file, target })))
      .filter(({ target }) => target.startsWith("server/"))
      .filter(
        ({ target }) =>
          !/[/-]schema\.ts$|\/(choices|capabilities)\.ts$|^server\/core\/(fields|page-fields|permissions|words|events\/public-types)\.ts$|^server\/base\/(dates|time-zones)\.ts$/.test(
            target,
          ),
      )
      // The pure flow engine runs in the browser too.
      .filter(({ target }) => !/^server\/chatbots\/flow\/[\w-]+\.ts$/.test(target))
      // So do the platform's rules for templates: they are checked while someone types.
      .filter(({ target }) => !/^server\/templates\/(rules|checking)\.ts$/.test(target))
      // And what fills the variables of ready answers: they are shown as they will read.
      .filter(({ target }) => target !== "server/answers/rendering.ts")
      // And what writes a report as a table: screens save the file that mails carry.
      .filter(({ target }) => target !== "server/reports/csv.ts")
      // And what marks words: in names as in messages.
      .filter(({ target }) => !/^server\/messages\/search\/(snippet|terms)\.ts$/.test(target));
    expect(shown(wrong)).toEqual([]);
  });

  it("open the door past row level security only where it is listed", () => {
    const allowed = JSON.parse(textOf("server/db/system-importers.json")) as string[];
    const importers = server.filter((file) => importsOf(file, { types: false }).includes("server/db/system.ts")).sort();
    expect(importers).toEqual([...allowed].sort());
  });
});
