// The checks of `npm test` and `npm run check`: each answers how many tests passed and failed.
import fs from "node:fs";
import path from "node:path";
import { environment, nodeBinary, run } from "./programs.mjs";
import { root } from "./root.mjs";
import { ensureSetup } from "./setup.mjs";

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {{ name: string, run: () => Promise<Count> }} Check */

const bin = path.join(root, "node_modules", ".bin");
const results = path.join(root, ".cache", "results");

/**
 * A program whose exit code is the one thing tested.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @returns {Check}
 */
function single(name, command, args) {
  return { name, run: async () => one((await run(command, args)) === 0) };
}

/**
 * @param {boolean} passed
 * @returns {Count}
 */
function one(passed) {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1 };
}

/**
 * Reads a reporter's file and makes sure that it was written by this run.
 * @param {string} file
 */
function report(file) {
  const place = path.join(results, file);
  return fs.existsSync(place) ? JSON.parse(fs.readFileSync(place, "utf8")) : undefined;
}

/** @param {string} file */
function freshReport(file) {
  fs.mkdirSync(results, { recursive: true });
  fs.rmSync(path.join(results, file), { force: true });
  return path.join(results, file);
}

/**
 * A runner that failed without naming a failed test counts as one failure.
 * @param {Count} count
 * @param {number} code
 * @returns {Count}
 */
function honest(count, code) {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/** @returns {Promise<Count>} */
async function vitest() {
  const output = freshReport("vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${output}`];
  const code = await run(path.join(bin, "vitest"), ["run", ...reporters]);
  const found = report("vitest.json");
  if (!found) return one(false);
  // A file that could not even be loaded has no tests to report.
  const broken = found.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === "failed" && file.assertionResults.length === 0,
  );
  return honest({ passed: found.numPassedTests, failed: found.numFailedTests + broken.length }, code);
}

/** @returns {Promise<Count>} */
async function browser() {
  const output = freshReport("playwright.json");
  const env = environment({ PLAYWRIGHT_JSON_OUTPUT_FILE: output });
  const code = await run(path.join(bin, "playwright"), ["test", "--reporter=list,json"], { env });
  const found = report("playwright.json");
  if (!found) return one(false);
  const { expected, unexpected, flaky } = found.stats;
  if (flaky > 0) process.stdout.write(`${flaky} passed only at the second attempt: see "flaky" above.\n`);
  return honest({ passed: expected + flaky, failed: unexpected + found.errors.length }, code);
}

/** @returns {Promise<Count>} */
async function build() {
  try {
    await ensureSetup({ build: true });
    return one(true);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return one(false);
  }
}

const quiet = "--disable-warning=ExperimentalWarning";

/** Biome colours letter by letter: unreadable in a file. */
const plain = process.stdout.isTTY ? [] : ["--colors=off"];

/** @type {Check[]} */
export const staticChecks = [
  single("format and lint", path.join(bin, "biome"), ["ci", "--error-on-warnings", ...plain, "."]),
  single("types", path.join(bin, "tsc"), ["--noEmit"]),
  single("API description", path.join(bin, "redocly"), ["lint", "openapi.json"]),
  {
    name: "migrations make the schema",
    run: async () => one((await run(nodeBinary(), [quiet, "scripts/migration.mjs", "--check"])) === 0),
  },
];

/** @type {Check} */
export const unitChecks = { name: "architecture, unit and database tests", run: vitest };

/** @type {Check[]} */
export const browserChecks = [
  { name: "build", run: build },
  { name: "end-to-end tests", run: browser },
];

/**
 * Runs all checks, whatever fails, then prints a table and the sum on the last line. Answers the exit code.
 * @param {Check[]} checks
 */
export async function runChecks(checks) {
  const lines = [];
  const sum = { passed: 0, failed: 0 };
  for (const { name, run: check } of checks) {
    process.stdout.write(`\n== ${name}\n`);
    const start = Date.now();
    const { passed, failed } = await check();
    sum.passed += passed;
    sum.failed += failed;
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    lines.push(`${failed === 0 ? "ok    " : "FAILED"} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
  }
  process.stdout.write(`\n${lines.join("\n")}\n\nTests: ${sum.passed} passed, ${sum.failed} failed\n`);
  return sum.failed === 0 && sum.passed > 0 ? 0 : 1;
}

/**
 * Set-up first: without it there is nothing to check.
 * @param {Check[]} checks
 */
export async function setUpAndCheck(checks) {
  try {
    await ensureSetup({ build: false });
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n\nTests: 0 passed, 1 failed\n`);
    return 1;
  }
  return runChecks(checks);
}
