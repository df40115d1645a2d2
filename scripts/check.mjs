// npm run check: the fast part of npm test, without a browser and without the slow tests.
import { quickChecks, setUpAndCheck, staticChecks } from "./checks.mjs";

process.exitCode = await setUpAndCheck([staticChecks, quickChecks]);
