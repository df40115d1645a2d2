// Plain JavaScript: it also runs before anything is installed, under whatever Node the machine has.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { isAlive, processMark } from "./processes.mjs";

/** @param {string} file */
function read(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Takes the lock, or answers the mark of its living holder. A temporary file is linked into place, so the lock is never
 * seen half written.
 * @param {string} file
 * @param {string} content
 */
function tryLock(file, content) {
  const temporary = `${file}.${randomUUID()}`;
  try {
    fs.writeFileSync(temporary, content, { mode: 0o600 });
    fs.linkSync(temporary, file);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "EEXIST") throw error;
  } finally {
    fs.rmSync(temporary, { force: true });
  }
  const holder = read(file);
  if (holder === undefined) return "";
  const mark = holder.split(" ")[0] ?? "";
  if (isAlive(mark)) return mark;
  breakLock(file, holder);
  return "";
}

/**
 * Moves a dead holder's lock away. When somebody else was faster, what was moved is his new lock: it is put back.
 * @param {string} file
 * @param {string} stale
 */
function breakLock(file, stale) {
  const moved = `${file}.${randomUUID()}`;
  try {
    fs.renameSync(file, moved);
    if (read(moved) !== stale) fs.linkSync(moved, file);
    fs.unlinkSync(moved);
  } catch {
    // Gone already, or taken again: the next attempt sees which.
  }
}

/**
 * Runs `work` while this process alone holds the lock file; a lock left by a dead process is broken.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {{ timeoutMs?: number, onWait?: (holder: string) => void }} [options]
 * @returns {Promise<T>}
 */
export async function withFileLock(file, work, options = {}) {
  const { timeoutMs = 600_000, onWait } = options;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const content = `${processMark()} ${randomUUID()}`;
  const deadline = Date.now() + timeoutMs;
  let told = false;
  for (let holder = tryLock(file, content); holder !== undefined; holder = tryLock(file, content)) {
    if (Date.now() > deadline) throw new Error(`process ${holder} holds ${file} for too long`);
    if (holder && !told) onWait?.(holder);
    told ||= holder !== "";
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  try {
    return await work();
  } finally {
    if (read(file) === content) fs.unlinkSync(file);
  }
}
