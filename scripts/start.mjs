// npm start, npm run dev: sets the clone up, then runs the server on the pinned Node and passes signals on.
import { spawn } from "node:child_process";
import path from "node:path";
import { commandOf, isAlive, parentOf, processMark } from "./processes.mjs";
import { environment, nodeBinary } from "./programs.mjs";
import { cache, root } from "./root.mjs";
import { ensureSetup } from "./setup.mjs";

const dev = process.argv.includes("--dev");

/** @param {unknown} error */
function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function startServer() {
  const watching = dev ? ["--watch-path=server", "--watch-preserve-output"] : [];
  const extra = { NODE_ENV: dev ? "development" : "production", NODE_COMPILE_CACHE: path.join(cache, "compiled") };
  const child = spawn(nodeBinary(), [...watching, "server/main.ts"], {
    cwd: root,
    env: environment(extra),
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  child.once("error", fail);
  child.once("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"]))
    process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) endWithNpm(() => child.kill("SIGTERM"));
}

/**
 * When npm is killed, nobody is left to pass its signals on. It is an ancestor: usually there is a shell in between.
 * @param {() => void} end
 */
function endWithNpm(end) {
  const npm = ancestors(3).find((pid) => /^npm\b|npm-cli/.test(commandOf(pid))) ?? process.ppid;
  const mark = processMark(npm);
  setInterval(() => isAlive(mark) || end(), 500).unref();
}

/**
 * @param {number} most
 * @param {number} pid
 * @returns {number[]}
 */
function ancestors(most, pid = process.ppid) {
  if (most === 0 || pid <= 1) return [];
  return [pid, ...ancestors(most - 1, parentOf(pid))];
}

ensureSetup({ build: !dev }).then(startServer, fail);
