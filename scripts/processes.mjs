// Plain JavaScript: it also runs before anything is installed, under whatever Node the machine has.
import fs from "node:fs";

/**
 * The fields of /proc/PID/stat after the name, which may hold anything: the first is the third of the manual.
 * @param {number} pid
 */
function statOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/**
 * When the process started, in clock ticks since boot, so that a number used again is not taken for the old process.
 * @param {number} pid
 */
function startTime(pid) {
  return statOf(pid)[19] ?? "";
}

/**
 * 0 where it is not known.
 * @param {number} pid
 */
export function parentOf(pid) {
  return Number(statOf(pid)[1] ?? 0);
}

/**
 * @param {number} pid
 */
export function commandOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** A name for this process that no later process can have. */
export function processMark(pid = process.pid) {
  return `${pid}-${startTime(pid)}`;
}

/**
 * Whether the process behind a mark still lives.
 * @param {string} mark
 */
export function isAlive(mark) {
  const [pid, started] = mark.split("-");
  if (!Number(pid)) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "EPERM") return false;
  }
  const current = startTime(Number(pid));
  return !started || !current || current === started;
}
