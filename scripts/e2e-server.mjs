// The server that the end-to-end tests look at: the demo company in a data folder of its own, thrown away afterwards.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { environment, nodeBinary } from "./programs.mjs";
import { root } from "./root.mjs";
import { ensureSetup } from "./setup.mjs";

await ensureSetup({ build: true });
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "parley-e2e-"));
const settings = {
  NODE_ENV: "production",
  DATA_DIR: dataDir,
  DATABASE_URL: "",
  REDIS_URL: "",
  PUBLIC_URL: "",
  DEMO: "1",
  ROLE: "all",
  // Journeys receive webhooks on this machine.
  ALLOW_PRIVATE_TARGETS: "1",
};
const child = spawn(nodeBinary(), ["server/main.ts"], {
  cwd: root,
  env: environment(settings),
  stdio: ["ignore", "inherit", "inherit", "ipc"],
});
child.once("exit", (code) => {
  fs.rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"]))
  process.on(signal, () => child.kill(signal));
