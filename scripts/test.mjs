// npm test: everything, the last line is the count.
import {
  browserChecks,
  buildChecks,
  faultChecks,
  forgetStatements,
  imageChecks,
  slowChecks,
  statementChecks,
  staticChecks,
  unitChecks,
} from "./checks.mjs";
import { setUpAndCheck } from "./running-checks.mjs";

forgetStatements();
process.exitCode = await setUpAndCheck([
  staticChecks,
  [[unitChecks, buildChecks], slowChecks],
  statementChecks,
  // The faults mostly wait, the journeys now and then.
  [[faultChecks, imageChecks], browserChecks],
]);
