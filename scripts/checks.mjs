// The checks of `npm test` and `npm run check`: each answers how many tests passed and failed.
import fs from "node:fs";
import path from "node:path";
import { browserTests } from "./browser-tests.mjs";
import { environment, nodeBinary, run, runBeside, testsAtOnce } from "./programs.mjs";
import { root } from "./root.mjs";
import { ensureSetup } from "./setup.mjs";

/**
 * What failed for good and what passed only at the second attempt are named.
 * @typedef {{ passed: number, failed: number, failures?: string[], flaky?: string[] }} Count
 */
/** @typedef {{ name: string, run: () => Promise<Count> }} Check */

const bin = path.join(root, "node_modules", ".bin");
const results = path.join(root, ".cache", "results");
/** Where unit tests leave what statements were answered with (server/testing/statements). */
const statementsPlace = path.join(root, ".cache", "statements");

/**
 * A program whose exit code is the one thing tested; what it writes is shown in one piece, for others go beside it.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @returns {Check}
 */
function single(name, command, args) {
  return { name, run: async () => one((await runBeside(command, args)) === 0) };
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

/** @typedef {{ fullName: string, status: string }} Assertion */
/** @typedef {{ name: string, status: string, assertionResults: Assertion[] }} TestFile */

/** More broken files than this are no accident of a busy machine. */
const secondAttempts = 3;

/**
 * @param {string[]} chosen Files to run the tests of, or options that choose them.
 * @param {{ name?: string, start?: typeof runBeside, recording?: boolean }} [how] Recording: what each statement is
 *   answered with, which costs a twentieth.
 * @returns {Promise<{ code: number, passed: number, broken: TestFile[] } | string>} Of a runner that ended before its
 *   tests: its last words.
 */
async function vitestOn(chosen, { name = "vitest", start = run, recording = false } = {}) {
  const output = freshReport(`${name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${output}`];
  const env = environment(recording ? { RECORD_STATEMENTS: "1" } : {});
  let lastWords = "see above";
  const onLastWords = (/** @type {string} */ words) => {
    lastWords = words;
  };
  const code = await start(path.join(bin, "vitest"), ["run", ...reporters, ...chosen], { env, onLastWords });
  const found = report(`${name}.json`);
  if (!found || (code !== 0 && found.testResults.length === 0))
    return `The runner ended with ${code} before its tests: ${lastWords}`;
  const broken = found.testResults.filter((/** @type {TestFile} */ file) => file.status === "failed");
  return { code, passed: found.numPassedTests, broken };
}

/**
 * The failed tests of a file; one that could not even be loaded has none to report and counts as one.
 * @param {TestFile} file
 */
function failedTests(file) {
  const place = path.relative(root, file.name);
  const failed = file.assertionResults.filter((test) => test.status === "failed");
  return failed.length === 0 ? [place] : failed.map((test) => `${place}: ${test.fullName}`);
}

/**
 * Runs tests; the few files that failed once more, without those that passed, and a runner that never came to its tests
 * as well. What passed only then is named.
 * @param {Parameters<typeof vitestOn>[0]} chosen
 * @param {Parameters<typeof vitestOn>[1]} [how]
 * @returns {Promise<Count>}
 */
async function twiceWhereBroken(chosen, how) {
  const first = await vitestOn(chosen, how);
  if (typeof first !== "string") return againWhereBroken(first, how);
  process.stdout.write(`\nOnce more: ${first}\n`);
  const second = await vitestOn(chosen, how);
  if (typeof second === "string") return { ...one(false), failures: [second] };
  const count = await againWhereBroken(second, how);
  return { ...count, flaky: [first, ...(count.flaky ?? [])] };
}

/**
 * @param {Exclude<Awaited<ReturnType<typeof vitestOn>>, string>} first
 * @param {Parameters<typeof vitestOn>[1]} [how]
 * @returns {Promise<Count>}
 */
async function againWhereBroken(first, how) {
  const failures = first.broken.flatMap(failedTests);
  const files = first.broken.map((file) => file.name);
  if (failures.length === 0 || files.length > secondAttempts) {
    return honest({ passed: first.passed, failed: failures.length, failures }, first.code);
  }
  process.stdout.write(`\nOnce more:\n${failures.join("\n")}\n`);
  const second = await vitestOn(files, how);
  const left = typeof second === "string" ? failures : second.broken.flatMap(failedTests);
  const flaky = failures.filter((name) => !left.includes(name));
  return { passed: first.passed + flaky.length, failed: left.length, failures: left, flaky };
}

/** @returns {Promise<Count>} */
async function browser() {
  const output = freshReport("playwright.json");
  // Each with a server of its own; `npx playwright test` by itself runs one.
  const workers = process.env.E2E_WORKERS ?? String(testsAtOnce(6));
  const env = environment({ PLAYWRIGHT_JSON_OUTPUT_FILE: output, E2E_WORKERS: workers });
  const code = await run(path.join(bin, "playwright"), ["test", "--reporter=list,json"], { env });
  const found = report("playwright.json");
  if (!found) return one(false);
  const { expected, unexpected, flaky } = found.stats;
  const names = {
    failures: browserTests(found.suites, "unexpected"),
    flaky: browserTests(found.suites, "flaky"),
  };
  return honest({ passed: expected + flaky, failed: unexpected + found.errors.length, ...names }, code);
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

/**
 * They read the same files and change none: at the same time, which fills the processors.
 * @type {Check[]}
 */
export const staticChecks = [
  single("format and lint", path.join(bin, "biome"), ["ci", "--error-on-warnings", ...plain, "."]),
  // Its checkers would each read the libraries' types: on two cores one is done as soon, for half the work.
  single("types", path.join(bin, "tsc"), ["--noEmit", "--checkers", "1"]),
  single("API description", path.join(bin, "redocly"), ["lint", "openapi.json"]),
  single("migrations make the schema", process.execPath, ["scripts/migration.mjs", "--check"]),
];

/** Installs packages and needs the pages: after the build. */
const bareFolder = "scripts/bare-folder.test.mjs";
/** Files that end processes, cut networks, wait for clocks or look at all screens after every command: longer than all others together. */
const quick = ["--exclude", "**/*.slow.test.*", "--exclude", bareFolder];

/** Before the tests of a run, which record anew. */
export function forgetStatements() {
  fs.rmSync(statementsPlace, { recursive: true, force: true });
}

/** @type {Check} */
export const unitChecks = {
  name: "architecture, unit and database tests",
  run: async () => twiceWhereBroken(quick, { recording: true }),
};

/**
 * Beside the others: they mostly wait, while the others compute.
 * @type {Check}
 */
export const slowChecks = {
  name: "tests of kills, cuts and clocks (*.slow.test.*)",
  run: async () => {
    const how = { name: "vitest-slow", start: runBeside, recording: true };
    // One more than processors, up to four: they mostly wait.
    return twiceWhereBroken([".slow.test.", `--maxWorkers=${testsAtOnce(3) + 1}`], how);
  },
};

/**
 * After the unit tests, which leave what each statement was answered with.
 * @type {Check}
 */
export const statementChecks = {
  name: "statements answer what their rows declare",
  run: async () => {
    // Late: its packages are there after the set-up.
    const { compareStatements, readAnswers } = await import("./statements.mjs");
    const { passed, failures } = compareStatements(root, readAnswers(statementsPlace));
    process.stdout.write(failures.map((fault) => `${fault}\n`).join(""));
    return honest({ passed, failed: failures.length, failures }, passed === 0 ? 1 : 0);
  },
};

/** @type {Check} */
export const quickChecks = {
  ...unitChecks,
  // One more than processors: some of them wait.
  run: async () => twiceWhereBroken([...quick, `--maxWorkers=${testsAtOnce(6) + 1}`]),
};

/** @typedef {{ rounds: number, failures: string[] }} Faults */

/** @returns {Promise<Faults | undefined>} */
async function faultsOnce() {
  const output = freshReport("chaos.json");
  const env = environment({ DATABASE_URL: "", REDIS_URL: "", LOG_LEVEL: "fatal", DEMO: "0", SIMULATOR: "0" });
  await runBeside(nodeBinary(), [quiet, "chaos/run.ts", "--minutes", "2", "--report", output], { env });
  return report("chaos.json");
}

/**
 * Two minutes of faults, beside the journeys, of kinds drawn by lot: each round counts as a test. As with other tests, a
 * busy machine gets a second attempt.
 * @returns {Promise<Count>}
 */
async function faults() {
  const first = await faultsOnce();
  if (first?.failures.length === 0) return { passed: first.rounds, failed: 0 };
  const second = await faultsOnce();
  if (!second) return one(false);
  const { rounds, failures } = second;
  const flaky = first?.failures ?? ["the faults could not be made"];
  return {
    passed: Math.max(0, rounds - failures.length),
    failed: failures.length,
    failures,
    ...(failures.length ? {} : { flaky }),
  };
}

/** @type {Check} */
export const buildChecks = { name: "build", run: build };

/** @type {Check} */
export const faultChecks = { name: "faults on purpose", run: faults };

/** @type {Check} */
export const imageChecks = {
  name: "the image's steps in a bare folder",
  run: async () => twiceWhereBroken([bareFolder], { start: runBeside }),
};

/** @type {Check} */
export const browserChecks = { name: "end-to-end tests", run: browser };
