// Brings a clone to where it can run: packages, database client, pages. Plain JavaScript for the machine's own Node 20.
import fs from "node:fs";
import path from "node:path";
import { prepareAssets } from "./assets.mjs";
import { withFileLock } from "./file-lock.mjs";
import { pagesFingerprint, schemaFingerprint } from "./fingerprint.mjs";
import { nodeBinary, runQuietly } from "./programs.mjs";
import { cache, root } from "./root.mjs";

const generatedClient = path.join(root, "server", "db", "generated", "client.ts");
const buildId = path.join(root, ".next", "BUILD_ID");

/** @param {string} sentence */
function tell(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/** @param {string} file */
function read(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }>}
 */
function packagesIn(file) {
  const text = read(path.join(root, file));
  return text ? (JSON.parse(text).packages ?? {}) : {};
}

/** Whether node_modules holds what package-lock.json says; npm writes its own list there when it is done. */
function isInstalled() {
  const installed = packagesIn("node_modules/.package-lock.json");
  const wanted = Object.entries(packagesIn("package-lock.json")).filter(([place]) => place !== "");
  return wanted.every(([place, { version, optional, devOptional }]) => {
    const found = installed[place];
    return found ? found.version === version : optional === true || devOptional === true;
  });
}

/** npm itself, run by the Node that runs this, so that no shell is needed. */
function npmCommand() {
  const script = process.env.npm_execpath;
  return script?.endsWith(".js") ? { command: process.execPath, prefix: [script] } : { command: "npm", prefix: [] };
}

async function install() {
  tell("Installing packages (once, about a minute)...");
  const { command, prefix } = npmCommand();
  const flags = [
    "--include=dev",
    "--include=optional",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  try {
    await runQuietly("npm ci", command, [...prefix, "ci", ...flags]);
  } catch (error) {
    // A registry that lacks packages for other systems makes `npm ci` refuse the lock; `npm install` passes over them.
    if (!String(error).includes("EUSAGE")) throw error;
    await runQuietly("npm install", command, [...prefix, "install", "--no-save", ...flags]);
  }
}

export async function generateClient() {
  tell("Generating the database client...");
  const script = path.join(root, "node_modules", "prisma", "build", "index.js");
  // The engine for migrations is not needed here and cannot be downloaded everywhere: any program stands in for it.
  const extra = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1" };
  await runQuietly("prisma generate", nodeBinary(), [script, "generate", "--schema", "prisma/schema"], extra);
}

/** Pages that are open ask for their build's files until they are loaded anew. Next empties its folder, but for `cache`. */
function keepAssets() {
  const [built, before] = [path.join(root, ".next", "static"), path.join(root, ".next", "cache", "before")];
  if (!fs.existsSync(buildId) || !fs.existsSync(built)) return;
  fs.rmSync(before, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(before), { recursive: true });
  fs.renameSync(built, before);
}

async function buildPages() {
  tell("Building the pages (once, and after changes)...");
  keepAssets();
  const script = path.join(root, "node_modules", "next", "dist", "bin", "next");
  await runQuietly("next build", nodeBinary(), [script, "build"], { NODE_ENV: "production" });
  await prepareAssets(path.join(root, ".next"));
}

/**
 * Does a step when its stamp is not the wanted one; the stamp is written after the step, so a killed step is done again.
 * @param {string} name
 * @param {string} wanted
 * @param {boolean} present
 * @param {() => Promise<void>} step
 */
async function unlessStamped(name, wanted, present, step) {
  const stamp = path.join(cache, name);
  if (present && read(stamp) === wanted) return;
  fs.rmSync(stamp, { force: true });
  await step();
  fs.mkdirSync(cache, { recursive: true });
  fs.writeFileSync(stamp, wanted);
}

/** @param {boolean} build */
async function bringUpToDate(build) {
  if (!isInstalled()) await install();
  nodeBinary();
  await unlessStamped("client", schemaFingerprint(), fs.existsSync(generatedClient), generateClient);
  if (build) await unlessStamped("pages", pagesFingerprint(), fs.existsSync(buildId), buildPages);
}

/**
 * Two starts of one clone at once take turns: the second finds everything done.
 * @param {{ build: boolean }} options
 */
export async function ensureSetup({ build }) {
  try {
    await withFileLock(path.join(root, ".cache", "setup.lock"), () => bringUpToDate(build), {
      timeoutMs: 1_200_000,
      onWait: () => tell("Another start is setting this clone up: waiting for it..."),
    });
  } catch (error) {
    throw faultOfRoot(error);
  }
}

/** @param {unknown} error */
function faultOfRoot(error) {
  if (!(error instanceof Error && "code" in error && "path" in error)) return error;
  if (!["EACCES", "EPERM", "EROFS", "ENOSPC"].includes(String(error.code))) return error;
  if (!String(error.path).startsWith(root)) return error;
  return new Error(
    `This user cannot write into ${root} (${error.code}), where a start keeps what it makes: give it the right, or, where all has been made, run \`node server/main.ts\` or \`node server/admin.ts\` (docs/operating.md, Deploy).`,
    { cause: error },
  );
}
