// Runs checks and sums up what came of them.
import { ensureSetup } from "./setup.mjs";

/** @typedef {import("./checks.mjs").Check} Check */
/** @typedef {import("./checks.mjs").Step} Step */

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

/**
 * Runs all checks, whatever fails, then prints a table and the sum on the last line. Answers the exit code.
 * @param {Step[]} steps
 */
async function runChecks(steps) {
  const lines = [];
  const sum = { passed: 0, failed: 0 };
  for (const step of steps) {
    const together = Array.isArray(step) ? step : [step];
    process.stdout.write(`\n== ${together.map(({ name }) => name).join(", ")}\n`);
    lines.push(...(await Promise.all(together.map((check) => line(check, sum)))).flat());
  }
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
