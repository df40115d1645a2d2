import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { freePort } from "./processes.ts";
import type { Report } from "./report.ts";

/** Seconds from `npm start`'s own script to the first page, and what `look` sees there. */
async function start(dataDir: string, look: (base: string) => Promise<void>): Promise<number> {
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
    await look(base);
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

/** First start on an empty data folder (installed and built), later starts, and what the inbox loads first. */
export async function benchStarts(report: Report): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "parley-bench-"));
  try {
    await start(dataDir, async () => undefined);
    fs.rmSync(dataDir, { recursive: true, force: true });
    const cold = await start(dataDir, async () => undefined);
    let size = 0;
    const warm = await start(dataDir, async (base) => {
      size = await scriptsOf(base, "/inbox", await signIn(base));
    });
    report.line(`first start on an empty data folder, installed and built: ${cold.toFixed(2)} s`);
    report.limit("later start to the first page", warm, "at most", 5, " s");
    report.line(`JavaScript of the inbox's first load, gzipped: ${(size / 1024).toFixed(0)} KiB`);
    const loader = gzipSync(fs.readFileSync("public/widget.js")).length / 1024;
    report.limit("public/widget.js, gzipped", loader, "at most", 10, " KiB");
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
