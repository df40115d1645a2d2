// node scripts/build.mjs: makes what a start needs and does not find, the packages, the database client and the pages
// (not with --no-pages: `npm run dev` makes them as they are asked for).
import { ensureSetup } from "./setup.mjs";

try {
  await ensureSetup({ build: !process.argv.includes("--no-pages") });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
