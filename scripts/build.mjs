// node scripts/build.mjs: makes the database client and the pages, with packages that are there already.
import { ensureSetup } from "./setup.mjs";

try {
  await ensureSetup({ build: true });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
