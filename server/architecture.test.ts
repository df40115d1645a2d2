import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

function filesBelow(folder: string): string[] {
  const start = path.join(root, folder);
  if (!fs.existsSync(start)) return [];
  return fs
    .readdirSync(start, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !name.includes("/generated/"));
}

const importPattern = /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|import\("([^"]+)"\)/g;

/** What a file imports, relative paths resolved to the repository; `import type` counts only where asked. */
function importsOf(file: string, options: { types: boolean }): string[] {
  const text = fs.readFileSync(path.join(root, file), "utf8");
  return [...text.matchAll(importPattern)].flatMap((match) => {
    if (!options.types && /^\s*(?:import|export)\s+type\s/.test(match[0])) return [];
    const target = match[1] ?? match[2] ?? "";
    if (target.startsWith("#")) return [target.slice(1)];
    if (target.startsWith(".")) return [path.join(path.dirname(file), target)];
    return [target];
  });
}

const all = [...filesBelow("server"), ...filesBelow("app"), ...filesBelow("components"), ...filesBelow("i18n")];
const sources = all.filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith("server/testing/"));
const server = sources.filter((file) => file.startsWith("server/"));

const transports = ["rest", "trpc", "realtime", "jobs", "relay", "http"];
const base = ["config", "base", "db", "core", "outbound", "kit", "testing"];
const nounOf = (file: string) => file.match(/^server\/([^/]+)\//)?.[1];
const isNoun = (name: string | undefined): name is string =>
  name !== undefined && !transports.includes(name) && !base.includes(name);

describe("the house", () => {
  it("lets core know no noun and no transport", () => {
    const wrong = server
      .filter((file) => file.startsWith("server/core/"))
      .flatMap((file) => importsOf(file, { types: true }).map((target) => ({ file, target })))
      .filter(({ target }) => target.startsWith("server/") && !/^server\/(core|db|base|config)\//.test(target));
    expect(wrong).toEqual([]);
  });

  it("keeps schema.ts free of everything but zod, other schemas and field shapes", () => {
    const allowed =
      /^(zod|server\/(?:core\/(?:fields|page-fields|permissions|words|events\/public-types)|base\/dates)\.ts|server\/[^/]+\/(?:[\w-]+\/)?(?:(?:[\w-]+-)?schema|choices)\.ts|libphonenumber-js.*)$/;
    const wrong = server
      .filter((file) => /[/-]schema\.ts$/.test(file))
      .flatMap((file) => importsOf(file, { types: false }).map((target) => ({ file, target })))
      .filter(({ target }) => !allowed.test(target));
    expect(wrong).toEqual([]);
  });

  it("lets components take only types and schemas from the server", () => {
    const wrong = sources
      .filter((file) => file.startsWith("components/"))
      .flatMap((file) => importsOf(file, { types: false }).map((target) => ({ file, target })))
      .filter(({ target }) => target.startsWith("server/"))
      .filter(
        ({ target }) =>
          !/[/-]schema\.ts$|\/choices\.ts$|^server\/core\/(fields|page-fields|permissions|words|events\/public-types)\.ts$|^server\/base\/dates\.ts$/.test(
            target,
          ),
      )
      // The pure flow engine runs in the browser too.
      .filter(({ target }) => !/^server\/chatbots\/flow\/[\w-]+\.ts$/.test(target))
      // So do the platform's rules for templates: they are checked while somebody types.
      .filter(({ target }) => !/^server\/templates\/(rules|checking)\.ts$/.test(target));
    expect(wrong).toEqual([]);
  });

  it("starts no timer that could run on in a transaction's scope: db/outside.ts has them", () => {
    const raw = /\b(?:setTimeout|setInterval|setImmediate|queueMicrotask|process\.nextTick)\((?!resolve\b)/;
    const wrong = server
      .filter((file) => isNoun(nounOf(file)))
      .filter((file) => raw.test(fs.readFileSync(path.join(root, file), "utf8")));
    expect(wrong).toEqual([]);
  });

  it("opens the door past row level security only where it is listed", () => {
    const allowed = JSON.parse(fs.readFileSync(path.join(root, "server/db/system-importers.json"), "utf8")) as string[];
    const importers = server.filter((file) => importsOf(file, { types: false }).includes("server/db/system.ts")).sort();
    expect(importers).toEqual([...allowed].sort());
  });

  it("writes SQL in files named *.sql.ts, which say why; the list of those that still do elsewhere only shrinks", () => {
    const listed = JSON.parse(fs.readFileSync(path.join(root, "server/db/sql-importers.json"), "utf8")) as string[];
    const elsewhere = server
      .filter((file) => !file.endsWith(".sql.ts") && !file.startsWith("server/db/"))
      .filter((file) => importsOf(file, { types: false }).includes("server/db/sql.ts"))
      .sort();
    expect(elsewhere).toEqual(listed);
    const silent = server
      .filter((file) => file.endsWith(".sql.ts"))
      .filter((file) => !/^\/\/ SQL because \S/.test(fs.readFileSync(path.join(root, file), "utf8")));
    expect(silent).toEqual([]);
  });

  it("reads process.env only in server/config", () => {
    const readers = sources
      .filter((file) => !file.startsWith("server/config/"))
      .filter((file) => /\bprocess\.env\b/.test(fs.readFileSync(path.join(root, file), "utf8")));
    expect(readers).toEqual([]);
  });

  it("keeps a noun's tables inside the noun", () => {
    const owners: Record<string, string[]> = {
      api_tokens: ["tokens"],
      user_sessions: ["sessions", "users"],
      user_identities: ["sessions"],
      visitor_sessions: ["visitors"],
      operator_tags: ["tags"],
      saved_views: ["views"],
      webhooks: ["webhooks"],
      webhook_deliveries: ["webhooks"],
      webhook_attempts: ["webhooks"],
      messages: ["messages", "conversations"],
    };
    const wrong = server
      .filter((file) => isNoun(nounOf(file)))
      .flatMap((file) => {
        const text = fs.readFileSync(path.join(root, file), "utf8");
        return [...text.matchAll(/\b(?:insert into|update|delete from)\s+([a-z_]+)/gi)]
          .map((match) => match[1] ?? "")
          .filter((table) => owners[table] && !owners[table].includes(nounOf(file) ?? ""))
          .map((table) => ({ file, table }));
      });
    expect(wrong).toEqual([]);
  });

  it("lets messages in through the gate alone", () => {
    const gates: Record<string, RegExp> = {
      // Messages of people, bots and visitors; a command is a method of ConversationChange.
      "\\bchange\\.message\\(": /^server\/messages\/gate\.ts$/,
      // Rows of messages: of one change, of a whole phase that moves, of a phone app's past.
      "\\binsertMessages\\(":
        /^server\/(messages\/row|conversations\/(change|moving\/moving-all|opening\/importing))\.ts$/,
    };
    const wrong = Object.entries(gates).flatMap(([pattern, allowed]) =>
      server
        .filter((file) => !allowed.test(file))
        .filter((file) => new RegExp(pattern).test(fs.readFileSync(path.join(root, file), "utf8"))),
    );
    expect(wrong).toEqual([]);
  });

  it("locks a conversation that is known in conversations/access.ts alone", () => {
    // These find one, or several, and lock them in the same statement.
    const finding = [
      "server/channels/inbound/identities.ts",
      "server/channels/inbound/moving.ts",
      "server/contacts/deleting.ts",
      "server/conversations/linking/capturing.ts",
      "server/conversations/opening/continuing.ts",
      "server/conversations/opening/importing.ts",
      "server/conversations/moving/moving-all.ts",
      "server/conversations/opening/reaching.ts",
      "server/conversations/sweeping.ts",
    ];
    const locking = server
      .filter((file) => file !== "server/conversations/access.ts")
      .filter((file) =>
        /from conversations\b[^`]*\bfor (?:no key )?update\b/i.test(fs.readFileSync(path.join(root, file), "utf8")),
      );
    expect(locking.filter((file) => !finding.includes(file))).toEqual([]);
  });

  it("holds at most 30 files in a folder", () => {
    const counts = new Map<string, number>();
    for (const file of [...all, ...filesBelow("e2e"), ...filesBelow("bench")])
      counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 30)).toEqual([]);
  });

  it("has no barrels, no nameless files and no default exports outside Next's own files", () => {
    const nameless = sources.filter((file) => /(^|\/)(utils?|helpers?|misc|common|types|index)\.tsx?$/.test(file));
    expect(nameless).toEqual([]);
    const defaults = sources
      .filter((file) => !/^app\//.test(file) && file !== "i18n/request.ts")
      .filter((file) => /^export default /m.test(fs.readFileSync(path.join(root, file), "utf8")));
    expect(defaults).toEqual([]);
  });

  it("keeps files short: server 300 lines, components 250, routes 60", () => {
    const limit = (file: string) => (file.startsWith("server/") ? 300 : file.startsWith("app/") ? 60 : 250);
    const long = sources
      .filter((file) => /\.tsx?$/.test(file) && !/\/(layout|global-error|opengraph)[^/]*$/.test(file))
      .map((file) => ({ file, lines: fs.readFileSync(path.join(root, file), "utf8").split("\n").length }))
      .filter(({ file, lines }) => lines > limit(file));
    expect(long).toEqual([]);
  });
});
