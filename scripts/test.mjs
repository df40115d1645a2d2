// npm test: everything, the last line is the count.
import { browserChecks, setUpAndCheck, statementChecks, staticChecks, unitChecks } from "./checks.mjs";

process.exitCode = await setUpAndCheck([staticChecks, unitChecks, statementChecks, ...browserChecks]);
