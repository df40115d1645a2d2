// npm start, npm run dev: sets the clone up, then runs the server on the pinned Node and passes signals on.
import { spawn } from "node:child_process";
import path from "node:path";
import { commandOf, isAlive, parentOf, processMark } from "./processes.mjs";
import { environment, nodeBinary } from "./programs.mjs";
import { cache, root } from "./root.mjs";

const dev = process.argv.includes("--dev");

/** What the server's youngest objects may take: with the usual 16 MB an idle server holds 25 MB more. */
const flags = ["--max-semi-space-size=8"];

/** @param {unknown} error */
function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/**
 * Runs a program with this one's signals until it ends.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 * @param {(code: number) => void} ended
 */
function run(command, args, options, ended) {
  const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
  const signals = /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"]);
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  child.once("error", fail);
  child.once("exit", (code, signal) => {
    for (const one of signals) process.off(one, pass);
    ended(signal ? 1 : (code ?? 1));
  });
  return child;
}

/** In a process that ends, because this one stays as long as the server and would hold what set-up has read. */
function setUp() {
  const args = [path.join(root, "scripts", "build.mjs"), ...(dev ? ["--no-pages"] : [])];
  run(process.execPath, args, {}, (code) => (code === 0 ? startServer() : process.exit(code)));
}

function startServer() {
  const watching = dev ? ["--watch-path=server", "--watch-preserve-output"] : [];
  const extra = { NODE_ENV: dev ? "development" : "production", NODE_COMPILE_CACHE: path.join(cache, "compiled") };
  const args = [...flags, ...watching, "server/main.ts"];
  const stdio = /** @type {import("node:child_process").StdioOptions} */ (["inherit", "inherit", "inherit", "ipc"]);
  const child = run(nodeBinary(), args, { env: environment(extra), stdio }, (code) => process.exit(code));
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

setUp();
