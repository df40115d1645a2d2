import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "./root.mjs";

/**
 * How many tests run at once: a processor each, for a test keeps one busy, with its database and its browser.
 * @param {number} most what memory and the database's connections allow
 */
export function testsAtOnce(most) {
  return Math.min(most, Math.max(2, os.availableParallelism()));
}

/** The pinned Node, or this one where none is packaged for the system and this one is new enough. */
export function nodeBinary() {
  const pinned = path.join(root, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (fs.existsSync(pinned)) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 24 || (major === 24 && minor >= 8)) return process.execPath;
  throw new Error(
    `No Node is packaged for ${process.platform}-${process.arch}: install Node 24.8 or newer and start again.`,
  );
}

/** Where each process of Node finds modules compiled, with their types stripped: half of what starting one costs. */
const compiled = path.join(root, ".cache", "compiled");

/**
 * The environment of a program: the pinned Node and the project's own commands first, no telemetry.
 * @param {Record<string, string | undefined>} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(extra = {}) {
  const commands = path.join(root, "node_modules", ".bin");
  const quiet = { NEXT_TELEMETRY_DISABLED: "1", CHECKPOINT_DISABLE: "1", REDOCLY_TELEMETRY: "off" };
  const own = { PATH: `${commands}${path.delimiter}${process.env.PATH ?? ""}`, NODE_COMPILE_CACHE: compiled };
  return { ...process.env, ...own, ...quiet, ...extra };
}

/**
 * Runs a program to its end and answers its exit code; a signal counts as 1.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: environment(), stdio: "inherit", ...options });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/**
 * The same beside another: what it writes is shown in one piece once it has ended.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, onLastWords?: (words: string) => void }} [options] Last words: how its output ends.
 * @returns {Promise<number>}
 */
export async function runBeside(command, args, options = {}) {
  /** @type {Buffer[]} */
  const output = [];
  const code = await new Promise((resolve, reject) => {
    const env = options.env ?? environment();
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.on("data", (/** @type {Buffer} */ chunk) => output.push(chunk));
    child.stderr.on("data", (/** @type {Buffer} */ chunk) => output.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
  const written = Buffer.concat(output);
  process.stdout.write(written);
  options.onLastWords?.(written.subarray(-1000).toString("utf8").trim());
  return code;
}

/**
 * Runs a program and keeps what it writes, shown only when it fails.
 * @param {string} what
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [extra]
 */
export async function runQuietly(what, command, args, extra = {}) {
  const child = spawn(command, args, { cwd: root, env: environment(extra), stdio: ["ignore", "pipe", "pipe"] });
  /** @type {Buffer[]} */
  const output = [];
  child.stdout.on("data", (/** @type {Buffer} */ chunk) => output.push(chunk));
  child.stderr.on("data", (/** @type {Buffer} */ chunk) => output.push(chunk));
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`${what} failed:\n${Buffer.concat(output).toString("utf8")}`);
}
