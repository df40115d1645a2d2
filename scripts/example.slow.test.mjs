// Follows the worked example of CONTRIBUTING.md in a copy of the project, so that it cannot rot.
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "./root.mjs";

const run = promisify(execFile);
const copy = fs.mkdtempSync(path.join(os.tmpdir(), "parley-example-"));
const bin = (/** @type {string} */ name) => path.join(copy, "node_modules", ".bin", name);

/**
 * @typedef {{ file: string, language: string, body: string }} Block
 * @param {string} text
 * @returns {Block[]} What belongs into files, in order.
 */
function blocksOf(text) {
  const pattern = /^`([^`\n]+)`(?: \(new\))?\n\n```(\w+)\n([\s\S]*?)^```$/gm;
  return [...text.matchAll(pattern)].map(([, file = "", language = "", body = ""]) => ({ file, language, body }));
}

/**
 * One change of a file: lines with + are put where the others stand, which must be in one place only.
 * @param {string} text
 * @param {string} change
 * @param {string} file
 */
function changed(text, change, file) {
  const lines = change.replace(/\n$/, "").split("\n");
  const before = lines.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
  const after = lines.map((line) => line.slice(1));
  const parts = `\n${text}`.split(`\n${before.join("\n")}\n`);
  expect(parts.length - 1, `places in ${file} where these lines stand:\n${before.join("\n")}`).toBe(1);
  return parts.join(`\n${after.join("\n")}\n`).slice(1);
}

/** @param {Block} block */
function follow({ file, language, body }) {
  const place = path.join(copy, file);
  if (language !== "diff") return fs.writeFileSync(place, body);
  const changes = body.split(/^@@\n/m);
  fs.writeFileSync(
    place,
    changes.reduce((text, change) => changed(text, change, file), fs.readFileSync(place, "utf8")),
  );
}

/**
 * @param {string} command
 * @param {string[]} args
 */
async function succeed(command, ...args) {
  const { PATH, HOME, TMPDIR } = process.env;
  /** @type {NodeJS.ProcessEnv} */
  const env = { NODE_ENV: "test", PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}) };
  const options = { cwd: copy, env, maxBuffer: 64 * 2 ** 20 };
  const failed = await run(command, args, options).then(
    () => "",
    (/** @type {{ stdout?: string, stderr?: string }} */ error) => `${error.stdout ?? ""}\n${error.stderr ?? ""}`,
  );
  expect(failed.slice(-4000)).toBe("");
}

beforeAll(async () => {
  const { stdout } = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of stdout.split("\0").filter((name) => name && fs.existsSync(path.join(root, name)))) {
    fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(copy, file));
  }
  fs.symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
});
afterAll(() => fs.rmSync(copy, { recursive: true, force: true }));

describe("the example of CONTRIBUTING.md", () => {
  it("is followed step by step", { timeout: 120_000 }, async () => {
    const text = fs.readFileSync(path.join(copy, "CONTRIBUTING.md"), "utf8");
    const blocks = blocksOf(text.slice(text.indexOf("## A worked example"), text.indexOf("## A table or column")));
    expect(blocks.length).toBeGreaterThan(15);
    for (const block of blocks) follow(block);
    await succeed(process.execPath, "scripts/migration.mjs", "urgency");
    // Not the whole set-up: one that found packages missing would write them through the link, over those in use.
    await succeed(process.execPath, "-e", "import('./scripts/setup.mjs').then((it) => it.generateClient())");
    await succeed(process.execPath, "scripts/openapi.mjs");
  });

  it("compiles and is formatted", { timeout: 300_000 }, async () => {
    await succeed(bin("tsc"), "--noEmit", "--incremental", "false", "--checkers", "1");
    await succeed(bin("biome"), "check", "server/conversations", "components/conversations", "components/audit", "e2e");
  });

  it("passes its own test and what looks at every operation, event and text", { timeout: 600_000 }, async () => {
    const own = "server/conversations/urgency.test.ts";
    const all = ["server/rest/openapi.test.ts", "server/rest/examples.test.ts", "server/db/catalogue.test.ts"];
    await succeed(bin("vitest"), "run", own, ...all, "i18n", "server/architecture", "components/audit");
    const named = "conversations.setUrgency";
    await succeed(
      bin("vitest"),
      "run",
      "server/registry.test.ts",
      "components/live/law/commands.slow.test.ts",
      "-t",
      named,
    );
  });
});
