// What Playwright's report says of the tests that failed, or passed only at a later attempt.
import { stripVTControlCharacters } from "node:util";

/** @typedef {{ status: string, results: { error?: { message?: string } }[] }} BrowserTest */
/** @typedef {{ title: string, file: string, specs?: { title: string, tests: BrowserTest[] }[], suites?: Suite[] }} Suite */

/**
 * The first lines of what a test failed on, on one line without colours.
 * @param {BrowserTest[]} tests
 */
function reasonOf(tests) {
  const messages = tests.flatMap((test) => test.results.flatMap(({ error }) => error?.message ?? []));
  return stripVTControlCharacters(messages[0] ?? "")
    .split("\n")
    .filter(Boolean)
    .slice(0, 16)
    .join(" | ");
}

/**
 * The titles of the browser tests that ended in a way, and what they failed on.
 * @param {Suite[]} suites
 * @param {string} status
 * @returns {string[]}
 */
export function browserTests(suites, status) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter((spec) => spec.tests.some((test) => test.status === status))
      .map((spec) => `e2e/${suite.file}: ${spec.title} (${reasonOf(spec.tests)})`),
    ...browserTests(suite.suites ?? [], status),
  ]);
}
