// npm run check: the fast part of npm test, without a browser and without the slow tests.
import { quickChecks, staticChecks } from "./checks.mjs";
import { setUpAndCheck } from "./running-checks.mjs";

// At the same time: what reads the files computes while tests wait for the database.
process.exitCode = await setUpAndCheck([[...staticChecks, quickChecks]]);
