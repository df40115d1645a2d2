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
  // The image's steps beside the faults, which mostly wait.
  [faultChecks, imageChecks],
  browserChecks,
]);
