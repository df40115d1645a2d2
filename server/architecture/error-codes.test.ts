import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { errorTable } from "#server/base/errors.ts";
import { detailWords } from "#server/rest/guides/error-words.ts";
import { errorSchema } from "#server/rest/openapi/responses.ts";

/** The server's own source, without tests, stand-ins of other services, and the samples. */
const sources = fs
  .globSync("server/**/*.ts")
  .filter((file) => !/\.test\.ts$|\/(?:testing|generated|simulator|architecture|samples)\//.test(file))
  .map((file) => ({ file, text: fs.readFileSync(file, "utf8") }));

/** What stands between the parentheses of each call. */
function argumentsOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${name}\\(`, "g"))].map((match) => {
    const begin = match.index + match[0].length;
    let depth = 1;
    let at = begin;
    for (; depth > 0 && at < text.length; at += 1) {
      if ("([{".includes(text.charAt(at))) depth += 1;
      if (")]}".includes(text.charAt(at))) depth -= 1;
    }
    return text.slice(begin, at - 1);
  });
}

/** Header and limits of the transport, and what only screens get. */
const undescribed = ["allow", "retryAfter", "seenAs", "parts"];

const lastWord = /,\s*"([a-z_]+)",?\s*$/;

describe("the catalogue of error codes", () => {
  it("misses no code that the server throws or writes into a body", () => {
    const thrown = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/new AppError\(\s*"([a-z_]+)"|\berror: "([a-z_]+)", (?:message|status)/g)].map(
        ([, code, written]) => ({ file, code: code ?? written ?? "" }),
      ),
    );
    expect(thrown.length).toBeGreaterThan(150);
    expect(thrown.filter(({ code }) => !Object.hasOwn(errorTable, code))).toEqual([]);
  });

  it("misses no code of a field that the server names: a new one gets its words in rest/guides/error-words.ts", () => {
    // What a chatbot's flow notes of its turns is no error.
    const named = sources
      .filter(({ file }) => !file.includes("/flow/"))
      .flatMap(({ file, text }) => {
        const calls = argumentsOf(text, "invalidField").map((given) => lastWord.exec(given)?.[1]);
        const literal = [
          ...text.matchAll(/params: \{ code: "([a-z_]+)"/g),
          ...text.matchAll(/\bfield\b[^{}]{0,80}?, code: "([a-z_]+)"/g),
          ...text.matchAll(/\b(?:note|fault|unsupported)\([^,()]+, "([a-z_]+)"/g),
          ...text.matchAll(/\bcode: "(invalid_[a-z_]+|too_[a-z]+|required|unreachable|unknown_[a-z]+)"/g),
        ].map(([, code]) => code);
        return [...calls, ...literal].filter((code) => code !== undefined).map((code) => ({ file, code }));
      });
    expect(new Set(named.map(({ code }) => code)).size).toBeGreaterThan(50);
    const missing = named.filter(({ code }) => !Object.hasOwn(detailWords, code) && !Object.hasOwn(errorTable, code));
    expect(missing).toEqual([]);
  });

  it("describes every field that an error of the API brings besides", () => {
    const brought = sources.flatMap(({ text }) =>
      argumentsOf(text, "AppError")
        .flatMap((inside) => [...inside.matchAll(/\bextra: \{([^}]*)\}/g)].map(([, fields = ""]) => fields))
        .flatMap((fields) => [...fields.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, field = ""]) => field)),
    );
    const known = [...Object.keys(errorSchema.properties ?? {}), ...undescribed];
    expect(brought.length).toBeGreaterThan(20);
    expect([...new Set(brought)].filter((field) => !known.includes(field))).toEqual([]);
  });
});
