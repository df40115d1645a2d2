// npm test: everything, the last line is the count.
import { browserChecks, statementChecks, staticChecks, unitChecks } from "./checks.mjs";
import { setUpAndCheck } from "./running-checks.mjs";

process.exitCode = await setUpAndCheck([staticChecks, unitChecks, statementChecks, ...browserChecks]);
