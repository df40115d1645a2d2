// The steps of the Dockerfile, where no engine need be: its commands and copies in a bare folder, and what comes of it.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { startDatabase } from "../server/db/embedded.ts";
import { environment, nodeBinary } from "./programs.mjs";
import { root } from "./root.mjs";
import { ensureSetup } from "./setup.mjs";

const bare = fs.mkdtempSync(path.join(os.tmpdir(), "parley-bare-"));
const folders = { packages: path.join(bare, "packages"), app: path.join(bare, "app"), data: path.join(bare, "data") };
const closing = /** @type {(() => Promise<unknown>)[]} */ ([]);

afterAll(async () => {
  for (const close of closing.reverse()) await close();
  fs.rmSync(bare, { recursive: true, force: true });
});

/** The lines of each stage, in order: by name, the last one "app". */
function stages() {
  const text = fs.readFileSync(path.join(root, "Dockerfile"), "utf8");
  const parts = text.split(/^FROM \S+(?: AS (\w+))?\n/m).slice(1);
  /** @type {Record<string, string[]>} */
  const found = {};
  for (let at = 0; at < parts.length; at += 2) found[parts[at] ?? "app"] = (parts[at + 1] ?? "").split("\n");
  return found;
}

/** @param {string} file */
const isMapOfPages = (file) => file.startsWith(path.join(root, ".next")) && file.endsWith(".map");

/**
 * @param {string} line
 * @param {string} to
 */
function copy(line, to) {
  const [, stage, given = ""] = /^COPY (?:--from=(\w+) )?(.+)$/.exec(line) ?? [];
  const words = given.split(" ");
  const target = words.pop() ?? "";
  // What the first stage builds is built in this clone, with the very command.
  const from = stage === "packages" ? folders.packages : root;
  // Node itself is the one that runs here.
  if (target.startsWith("/usr/")) return;
  for (const word of words) {
    const file = word.replace(/^\/app\//, "");
    const into = target.endsWith("/") ? path.join(to, target, path.basename(file)) : path.join(to, target);
    fs.cpSync(path.join(from, file), into, {
      recursive: true,
      filter: (one) => !one.startsWith(path.join(root, ".next", "cache")) && !isMapOfPages(one),
    });
  }
}

/**
 * @param {string[]} lines
 * @param {string} cwd
 */
function follow(lines, cwd) {
  fs.mkdirSync(cwd, { recursive: true });
  for (const line of lines) {
    if (line.startsWith("COPY ")) copy(line, cwd);
    if (!line.startsWith("RUN ") || line.includes("/data")) continue;
    const { status, stdout, stderr } = spawnSync("sh", ["-c", line.slice(4)], {
      cwd,
      encoding: "utf8",
      env: environment({
        PATH: `${path.dirname(nodeBinary())}:${process.env.PATH}`,
        npm_config_prefer_offline: "true",
      }),
    });
    expect(status, `${line}\n${stdout}${stderr}`).toBe(0);
  }
}

/** @param {string} folder */
const megabytes = (folder) => Number(spawnSync("du", ["-sm", folder], { encoding: "utf8" }).stdout.split("\t")[0]);

/**
 * The sum of the files' bytes, in the millions that engines count an image in.
 * @param {string} place
 */
const weightOf = (place) =>
  Number(spawnSync("du", ["-sb", place], { encoding: "utf8" }).stdout.split("\t")[0]) / 1_000_000;

/** debian:trixie-slim, unpacked, as its makers' engine shows it: 78.6 MB. It cannot be had without an engine. */
const system = 79;

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

describe("the image's steps in a bare folder", () => {
  it("end in a server that its own health check finds well, within 600 MB of packages and an image of 450 MB [P4]", {
    timeout: 900_000,
  }, async () => {
    await ensureSetup({ build: true });
    const { packages = [], app = [] } = stages();
    follow(packages, folders.packages);
    follow(app, folders.app);
    expect(megabytes(path.join(folders.app, "node_modules"))).toBeLessThanOrEqual(600);
    expect(system + weightOf(nodeBinary()) + weightOf(folders.app)).toBeLessThanOrEqual(450);

    const database = await startDatabase({ dataDir: path.join(bare, "database"), throwaway: true });
    closing.push(() => database.stop());
    const setting = /^ENV (.+)$/m.exec(app.join("\n"))?.[1] ?? "";
    const set = Object.fromEntries(setting.split(" ").map((pair) => pair.split("=")));
    const [command = "", ...args] = JSON.parse(/^CMD (\[.+\])$/m.exec(app.join("\n"))?.[1] ?? "[]");
    expect(command).toBe("node");
    fs.mkdirSync(folders.data);
    const port = String(await freePort());
    const env = {
      ...{ PATH: process.env.PATH, HOME: bare, ...set },
      ...{ PORT: port, HOST: "127.0.0.1", DATA_DIR: folders.data, DATABASE_URL: database.url },
      NEXTAUTH_SECRET: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64"),
    };
    const child = spawn(nodeBinary(), args, { cwd: folders.app, env, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (piece) => {
      said += piece;
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    closing.push(async () => {
      child.kill("SIGTERM");
      await ended;
    });
    const base = `http://127.0.0.1:${port}`;
    const ready = async () => (await fetch(`${base}/health/ready`).catch(() => undefined))?.status;
    await vi.waitFor(async () => expect(await ready(), said).toBe(200), { timeout: 120_000, interval: 500 });
    expect((await fetch(`${base}/welcome`)).status).toBe(200);
    expect((await fetch(`${base}/v1/openapi.json`)).status).toBe(200);
    expect((await fetch(`${base}/widget.js`)).status).toBe(200);
    const check = spawnSync(nodeBinary(), ["deploy/healthcheck.mjs"], { cwd: folders.app, env });
    expect(check.status).toBe(0);
  });
});
