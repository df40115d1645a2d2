// `npm run chaos [-- --minutes 5 --seed 7 --only kill-web,half-open]` (or `--kills 50`): the product under faults,
// compared with the truth.
import { spawn } from "node:child_process";
import { environment, nodeBinary } from "./programs.mjs";
import { root } from "./root.mjs";
import { ensureSetup } from "./setup.mjs";

await ensureSetup({ build: true });
const child = spawn(nodeBinary(), ["chaos/run.ts", ...process.argv.slice(2)], {
  cwd: root,
  env: environment({ DATABASE_URL: "", REDIS_URL: "", LOG_LEVEL: "fatal", DEMO: "0", SIMULATOR: "0" }),
  stdio: "inherit",
});
child.once("exit", (code) => process.exit(code ?? 1));
