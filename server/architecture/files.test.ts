import path from "node:path";
import { describe, expect, it } from "vitest";
import { nouns } from "./order.ts";
import { all, filesBelow, folderOf, server, sources, textOf } from "./source.ts";

const nounNames: readonly string[] = nouns;

describe("the house", () => {
  it("starts no timer that could run on in a transaction's scope: db/outside.ts has them [found C13]", () => {
    const raw = /\b(?:setTimeout|setInterval|setImmediate|queueMicrotask|process\.nextTick)\((?!resolve\b)/;
    const wrong = server
      .filter((file) => nounNames.includes(folderOf(file) ?? ""))
      .filter((file) => raw.test(textOf(file)));
    expect(wrong).toEqual([]);
  });

  it("reads process.env only in server/config", () => {
    const readers = sources
      .filter((file) => !file.startsWith("server/config/"))
      .filter((file) => /\bprocess\.env\b/.test(textOf(file)));
    expect(readers).toEqual([]);
  });

  it("lets messages in through the gate alone", () => {
    const gates: Record<string, RegExp> = {
      // Messages of people, bots and visitors; a command is a method of ConversationChange.
      "\\b(?!this\\b)\\w+\\.message\\(": /^server\/messages\/gate\.ts$/,
      // Rows of messages: of one change, of a whole phase that moves, of a phone app's past.
      "\\binsertMessages\\(":
        /^server\/(messages\/row\.sql|conversations\/(change|moving\/moving-all|opening\/importing))\.ts$/,
    };
    const wrong = Object.entries(gates).flatMap(([pattern, allowed]) =>
      server.filter((file) => !allowed.test(file)).filter((file) => new RegExp(pattern).test(textOf(file))),
    );
    expect(wrong).toEqual([]);
  });

  it("locks a conversation that is known in conversations/access.sql.ts alone", () => {
    // These find one, or several, and lock them in the same statement.
    const finding = [
      "server/channels/inbound/identities.sql.ts",
      "server/conversations/linking/rows.sql.ts",
      "server/conversations/opening/rows.sql.ts",
      "server/conversations/opening/importing.sql.ts",
      "server/conversations/moving/moving-all.sql.ts",
      "server/conversations/opening/reaching.sql.ts",
      "server/conversations/teams/leaving.sql.ts",
      "server/conversations/triage/sweeping.sql.ts",
    ];
    const locking = server
      .filter((file) => file !== "server/conversations/access.sql.ts")
      .filter((file) => /from conversations\b[^`]*\bfor (?:no key )?update\b/i.test(textOf(file)));
    expect(locking.filter((file) => !finding.includes(file))).toEqual([]);
  });

  it("holds at most 30 files in a folder", () => {
    const counts = new Map<string, number>();
    for (const file of [...all, ...filesBelow("e2e"), ...filesBelow("bench"), ...filesBelow("chaos")])
      counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 30)).toEqual([]);
  });

  it("has no barrels, no nameless files and no default exports outside Next's own files", () => {
    const nameless = sources.filter((file) => /(^|\/)(utils?|helpers?|misc|common|types|index)\.tsx?$/.test(file));
    expect(nameless).toEqual([]);
    const defaults = sources
      .filter((file) => !/^app\/|^i18n\/(formatting|request)\.ts$/.test(file))
      .filter((file) => /^export default /m.test(textOf(file)));
    expect(defaults).toEqual([]);
  });

  it("asks for what is drawn later until it has come: one failure would take the page away", () => {
    const once = /\b(?:dynamic|lazy)\((?:(?!untilLoaded)[^;])*?\bimport\(/;
    expect(sources.filter((file) => file.startsWith("components/") && once.test(textOf(file)))).toEqual([]);
  });

  it("keeps files short: server 300 lines, components 250, routes 60", () => {
    const limit = (file: string) => (file.startsWith("server/") ? 300 : file.startsWith("app/") ? 60 : 250);
    const long = sources
      .filter((file) => /\.tsx?$/.test(file) && !/\/(layout|global-error|opengraph)[^/]*$/.test(file))
      .map((file) => ({ file, lines: textOf(file).split("\n").length }))
      .filter(({ file, lines }) => lines > limit(file));
    expect(long).toEqual([]);
  });
});
