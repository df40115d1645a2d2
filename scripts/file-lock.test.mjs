import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { withFileLock } from "./file-lock.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-lock-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const lockModule = pathToFileURL(path.join(import.meta.dirname, "file-lock.mjs")).href;

/**
 * A process that takes the lock and runs `body` with it.
 * @param {string} lock
 * @param {string} body
 */
function holder(lock, body) {
  const source = `import fs from "node:fs"; import { withFileLock } from ${JSON.stringify(lockModule)};
    await withFileLock(${JSON.stringify(lock)}, async () => { ${body} });`;
  return spawn(process.execPath, ["--input-type=module", "-e", source], { stdio: ["ignore", "pipe", "inherit"] });
}

/** @param {import("node:child_process").ChildProcess} child */
const ended = (child) => new Promise((resolve) => child.once("exit", resolve));

it("lets one process at a time work", async () => {
  const lock = path.join(folder, "turns");
  const counter = path.join(folder, "counter");
  fs.writeFileSync(counter, "0");
  const body = `for (let i = 0; i < 20; i++) {
    const seen = Number(fs.readFileSync(${JSON.stringify(counter)}, "utf8"));
    await new Promise((resolve) => setTimeout(resolve, 1));
    fs.writeFileSync(${JSON.stringify(counter)}, String(seen + 1));
  }`;
  await Promise.all([1, 2, 3, 4].map(() => ended(holder(lock, body))));
  expect(fs.readFileSync(counter, "utf8")).toBe("80");
  expect(fs.existsSync(lock)).toBe(false);
});

it("breaks the lock of a killed process", async () => {
  const lock = path.join(folder, "stale");
  const child = holder(lock, `process.stdout.write("held"); await new Promise(() => setTimeout(() => {}, 60_000));`);
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  child.kill("SIGKILL");
  await ended(child);
  expect(fs.existsSync(lock)).toBe(true);
  expect(await withFileLock(lock, async () => "done", { timeoutMs: 5000 })).toBe("done");
});

it("does not take a process for a dead one that had its number", async () => {
  const lock = path.join(folder, "reused");
  fs.writeFileSync(lock, `${process.pid}-1 some-other-life`);
  expect(await withFileLock(lock, async () => "done", { timeoutMs: 5000 })).toBe("done");
});

it("gives up on a living holder after a while, and frees the lock when the work fails", async () => {
  const lock = path.join(folder, "failing");
  const failing = withFileLock(lock, async () => {
    await expect(withFileLock(lock, async () => "never", { timeoutMs: 100 })).rejects.toThrow(/holds/);
    throw new Error("the work failed");
  });
  await expect(failing).rejects.toThrow("the work failed");
  expect(fs.existsSync(lock)).toBe(false);
});
