import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { freePort } from "./processes.ts";
import type { Report } from "./report.ts";

/** Seconds from `npm start`'s own script to the first page, and what `look` sees there. */
async function start(dataDir: string, look: (base: string, starter: number) => Promise<void>): Promise<number> {
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const begun = performance.now();
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: "", LOG_LEVEL: "fatal" },
    stdio: "ignore",
  });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  try {
    for (;;) {
      const answer = await fetch(`${base}/sign-in`).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.ok) break;
      if (child.exitCode !== null) throw new Error("the server ended while starting");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const taken = (performance.now() - begun) / 1000;
    await look(base, child.pid ?? 0);
    return taken;
  } finally {
    child.kill("SIGTERM");
    await gone;
  }
}

/** Signs in to the demo and answers the cookies of the session. */
async function signIn(base: string): Promise<string> {
  const first = await fetch(`${base}/api/auth/csrf`);
  const { csrfToken } = (await first.json()) as { csrfToken: string };
  const cookies = first.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const answer = await fetch(`${base}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", cookie: cookies.join("; "), origin: base },
    body: new URLSearchParams({ csrfToken, email: "admin@demo.parley.example", password: "parley-demo", json: "true" }),
    redirect: "manual",
  });
  return [...cookies, ...answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0])].join("; ");
}

/** Gzipped size of every script that a page names in its first answer. */
async function scriptsOf(base: string, page: string, cookie: string): Promise<number> {
  const html = await (await fetch(`${base}${page}`, { headers: { cookie } })).text();
  const found = [...html.matchAll(/<script[^>]*\ssrc="(\/_next\/[^"]+\.js[^"]*)"([^>]*)>/g)];
  const sources = new Set(found.filter(([tag]) => !/nomodule/i.test(tag)).map((match) => match[1] ?? ""));
  let bytes = 0;
  for (const source of sources)
    bytes += gzipSync(Buffer.from(await (await fetch(`${base}${source}`)).arrayBuffer())).length;
  return bytes;
}

const idleMs = 60_000;

/** What the server's process holds a minute after its start, in MB of 2^20 bytes; undefined where the system does not say. */
async function memoryOf(starter: number): Promise<number | undefined> {
  const [server] = childrenOf(starter);
  if (server === undefined) return undefined;
  await pause(idleMs);
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${server}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

function childrenOf(pid: number): string[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim().split(/\s+/) : [];
}

function limitMemory(report: Report, when: string, megabytes: number | undefined): void {
  if (megabytes !== undefined) report.limit(`memory of an idle process ${when}`, megabytes, "at most", 300, " MB");
}

/** First start on an empty data folder (installed and built), later starts, and what the inbox loads first. */
export async function benchStarts(report: Report): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "parley-bench-"));
  try {
    await start(dataDir, async () => undefined);
    fs.rmSync(dataDir, { recursive: true, force: true });
    let afterFirst: number | undefined;
    const cold = await start(dataDir, async (_, starter) => {
      afterFirst = await memoryOf(starter);
    });
    let size = 0;
    let afterLater: number | undefined;
    const warm = await start(dataDir, async (base, starter) => {
      afterLater = await memoryOf(starter);
      size = await scriptsOf(base, "/inbox", await signIn(base));
    });
    report.line(`first start on an empty data folder, installed and built: ${cold.toFixed(2)} s`);
    report.limit("later start to the first page", warm, "at most", 5, " s");
    limitMemory(report, "after the first start, which makes the demo", afterFirst);
    limitMemory(report, "after a later start", afterLater);
    report.line(`JavaScript of the inbox's first load, gzipped: ${(size / 1024).toFixed(0)} KiB`);
    const loader = gzipSync(fs.readFileSync("public/widget.js")).length / 1024;
    report.limit("public/widget.js, gzipped", loader, "at most", 10, " KiB");
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
