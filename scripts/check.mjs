// npm run check: the fast part of npm test, without a browser.
import { setUpAndCheck, staticChecks, unitChecks } from "./checks.mjs";

process.exitCode = await setUpAndCheck([...staticChecks, unitChecks]);
