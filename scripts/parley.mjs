// npm run --silent parley -- listen URL: the command of packages/sdk, run from its source.
import { spawn } from "node:child_process";
import path from "node:path";
import { nodeBinary } from "./programs.mjs";
import { root } from "./root.mjs";

const command = path.join(root, "packages/sdk/src/cli.ts");
const child = spawn(nodeBinary(), [command, ...process.argv.slice(2)], { stdio: "inherit" });
// It stops in order, and so do we, after it.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => {
  process.exitCode = code ?? 1;
});
