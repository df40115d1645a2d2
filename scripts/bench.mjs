// `npm run bench [-- requests|realtime|bot|scaled|webhooks|outage|campaigns|histories|imports|hooks|starts|weight|lists]`: figures as ratios, each beside its limit, measured in one run.
import { spawn } from "node:child_process";
import { environment, nodeBinary } from "./programs.mjs";
import { root } from "./root.mjs";
import { ensureSetup } from "./setup.mjs";

await ensureSetup({ build: true });
const child = spawn(nodeBinary(), ["bench/run.ts", ...process.argv.slice(2)], {
  cwd: root,
  env: environment({
    DATABASE_URL: "",
    REDIS_URL: "",
    LOG_LEVEL: "fatal",
    NEXTAUTH_SECRET: "bench-only-signing-key-0123456789",
  }),
  stdio: "inherit",
});
child.once("exit", (code) => process.exit(code ?? 1));
