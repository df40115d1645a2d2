// npm run --silent admin -- COMMAND: prints one JSON line; everything else goes to the error stream.
import { nodeBinary, run } from "./programs.mjs";
import { ensureSetup } from "./setup.mjs";

try {
  await ensureSetup({ build: false });
  process.exitCode = await run(nodeBinary(), ["server/admin.ts", ...process.argv.slice(2)]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
