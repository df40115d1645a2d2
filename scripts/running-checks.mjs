// Runs checks and sums up what came of them.
import { ensureSetup } from "./setup.mjs";

/** @typedef {import("./checks.mjs").Check} Check */
/** In turn, at the same time, in turn again, and so on inwards. @typedef {Check | Step[]} Step */

/**
 * @param {Check} check
 * @param {{ passed: number, failed: number }} sum What it adds to.
 * @returns {Promise<string[]>} The lines of the table.
 */
async function line({ name, run: check }, sum) {
  const start = Date.now();
  const { passed, failed, failures = [], flaky = [] } = await check();
  sum.passed += passed;
  sum.failed += failed;
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  return [
    `${failed === 0 ? "ok    " : "FAILED"} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`,
    ...failures.map((test) => `       failed: ${test}`),
    ...flaky.map((test) => `       passed only at the second attempt: ${test}`),
  ];
}

/** @param {Step} step @returns {string} */
const nameOf = (step) => (Array.isArray(step) ? step.map(nameOf).join(", ") : step.name);

/**
 * @param {Step[]} steps
 * @param {{ passed: number, failed: number }} sum What they add to.
 * @returns {Promise<string[]>} The lines of the table.
 */
async function inTurn(steps, sum) {
  const lines = [];
  for (const step of steps) {
    process.stdout.write(`\n== ${nameOf(step)}\n`);
    lines.push(...(Array.isArray(step) ? await together(step, sum) : await line(step, sum)));
  }
  return lines;
}

/**
 * @param {Step[]} steps
 * @param {{ passed: number, failed: number }} sum What they add to.
 */
async function together(steps, sum) {
  const lines = await Promise.all(steps.map((step) => (Array.isArray(step) ? inTurn(step, sum) : line(step, sum))));
  return lines.flat();
}

/**
 * Runs all checks, whatever fails, then prints a table and the sum on the last line. Answers the exit code.
 * @param {Step[]} steps
 */
async function runChecks(steps) {
  const sum = { passed: 0, failed: 0 };
  const lines = await inTurn(steps, sum);
  process.stdout.write(`\n${lines.join("\n")}\n\nTests: ${sum.passed} passed, ${sum.failed} failed\n`);
  return sum.failed === 0 && sum.passed > 0 ? 0 : 1;
}

/**
 * Set-up first: without it there is nothing to check.
 * @param {Step[]} steps
 */
export async function setUpAndCheck(steps) {
  try {
    await ensureSetup({ build: false });
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n\nTests: 0 passed, 1 failed\n`);
    return 1;
  }
  return runChecks(steps);
}
