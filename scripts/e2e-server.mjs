// The server that the end-to-end tests look at: the demo company in a data folder of its own, thrown away afterwards.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { SMTPServer } from "smtp-server";
import { environment, nodeBinary } from "./programs.mjs";
import { root } from "./root.mjs";
import { ensureSetup } from "./setup.mjs";

await ensureSetup({ build: true });
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "parley-e2e-"));
// The journeys read what was sent in a folder, a file a mail.
const port = Number(process.env.PORT);
const mailDir = path.join(os.tmpdir(), `parley-mails-${port}`);
fs.rmSync(mailDir, { recursive: true, force: true });
fs.mkdirSync(mailDir, { recursive: true });
// Journeys that need a company more make it by the command line.
fs.writeFileSync(path.join(mailDir, "data-dir"), dataDir);
let mails = 0;
const mail = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  logger: false,
  onData(stream, _session, callback) {
    mails += 1;
    const file = path.join(mailDir, `${String(mails).padStart(5, "0")}.eml`);
    stream.pipe(fs.createWriteStream(`${file}.part`)).once("finish", () => {
      fs.renameSync(`${file}.part`, file);
      callback();
    });
  },
});
await new Promise((resolve) => mail.listen(port + 9, "127.0.0.1", () => resolve(undefined)));
const settings = {
  NODE_ENV: "production",
  DATA_DIR: dataDir,
  DATABASE_URL: "",
  REDIS_URL: "",
  PUBLIC_URL: "",
  DEMO: "1",
  ROLE: "all",
  SMTP_URL: `smtp://127.0.0.1:${port + 9}`,
  MAIL_FROM: "Parley <inbox@parley.example>",
  // Journeys receive webhooks on this machine.
  ALLOW_PRIVATE_TARGETS: "1",
  // Journeys stand in for the services that integrations call.
  GOOGLE_ANALYTICS_URL: `http://127.0.0.1:${port + 8}`,
  HUBSPOT_URL: `http://127.0.0.1:${port + 8}`,
};
const child = spawn(nodeBinary(), ["server/main.ts"], {
  cwd: root,
  env: environment(settings),
  stdio: ["ignore", "inherit", "inherit", "ipc"],
});
child.once("exit", (code) => {
  fs.rmSync(dataDir, { recursive: true, force: true });
  fs.rmSync(mailDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"]))
  process.on(signal, () => child.kill(signal));
