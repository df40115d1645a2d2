import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { receiverSample, type SampleFacts, sampleLanguages } from "./receiver-samples.ts";

const secret = "whsec_test-secret_1";
const facts: SampleFacts = {
  webhookId: "0199-webhook",
  companyId: "0199-company",
  websiteId: "*",
  url: "https://example.com/hooks/parley",
  eventTypes: ["contact/created"],
  signed: false,
  secret,
};
const children: ChildProcess[] = [];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "receiver-"));

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

type Running = { port: number; printed: () => string };

/** Saves the sample and starts it, as its first lines say. */
async function start(language: "typescript" | "python", given: SampleFacts): Promise<Running> {
  const program = { typescript: process.execPath, python: "python3" }[language];
  const file = path.join(folder, { typescript: "receiver.ts", python: "receiver.py" }[language]);
  fs.writeFileSync(file, receiverSample(language, given));
  const port = await freePort();
  const command = `PORT=${port} WEBHOOK_SECRET='${secret}' exec '${program}' '${file}'`;
  const child = spawn("/bin/sh", ["-c", command]);
  children.push(child);
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  await expect.poll(() => reachable(port), { timeout: 15_000, message: output }).toBe(true);
  return { port, printed: () => output };
}

function reachable(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.unref().setTimeout(1000, () => resolve(false));
  });
}

const body = JSON.stringify({ event: "contact/created", timestamp: "2026-11-21T10:00:00.000Z", data: { id: "c1" } });

async function deliver(port: number, headers: Record<string, string>, url = "/hooks/parley"): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, { method: "POST", headers, body });
  return answer.status;
}

function signature(key: string, at = Math.floor(Date.now() / 1000)): string {
  return `t=${at},v1=${createHmac("sha256", key).update(`${at}.${body}`).digest("hex")}`;
}

/** Python is not everywhere. */
const runnable = (["typescript", "python"] as const).filter(
  (language) => language !== "python" || spawnSync("python3", ["--version"]).status === 0,
);

describe.each(runnable)("the receiver in %s", (language) => {
  it("takes a delivery with the secret once and refuses all others", { timeout: 30_000 }, async () => {
    const { port, printed } = await start(language, facts);
    expect(await deliver(port, {})).toBe(401);
    expect(await deliver(port, { "x-webhook-secret": `${secret}x` })).toBe(401);
    expect(await deliver(port, { "x-webhook-secret": secret }, "/elsewhere")).toBe(401);
    const known = { "x-webhook-secret": secret, "x-webhook-event-id": "e1", "x-webhook-sequence": "7" };
    expect(await deliver(port, known)).toBe(200);
    expect(await deliver(port, known)).toBe(200);
    await expect.poll(printed).toContain("contact/created");
    expect(printed().match(/contact\/created/g)).toHaveLength(1);
    expect(printed()).toContain("7 contact/created");
  });

  it("takes events that look alike for several, by their ids [found A2]", { timeout: 30_000 }, async () => {
    const { port, printed } = await start(language, facts);
    for (const id of ["e1", "e2", "e3", "e2"]) {
      expect(await deliver(port, { "x-webhook-secret": secret, "x-webhook-event-id": id })).toBe(200);
    }
    await expect.poll(() => printed().match(/contact\/created/g) ?? []).toHaveLength(3);
  });

  it("checks the signature where the webhook is signed", { timeout: 30_000 }, async () => {
    const { port } = await start(language, { ...facts, signed: true });
    const known = { "x-webhook-secret": secret };
    expect(await deliver(port, known)).toBe(401);
    expect(await deliver(port, { ...known, "x-webhook-signature": signature("another") })).toBe(401);
    expect(await deliver(port, { ...known, "x-webhook-signature": signature(secret, 1_700_000_000) })).toBe(401);
    expect(await deliver(port, { ...known, "x-webhook-signature": signature(secret) })).toBe(200);
  });
});

it.each([false, true])("the curl sample is taken by the receiver, signed: %s", { timeout: 30_000 }, async (signed) => {
  const { port } = await start("typescript", { ...facts, signed });
  const command = receiverSample("curl", { ...facts, signed });
  const { stdout } = await promisify(execFile)("/bin/sh", [
    "-c",
    `PORT=${port}
${command}`,
  ]);
  expect(stdout).toContain("200 OK");
});

it.each(sampleLanguages)(
  "the sample in %s carries the company's own id and no part of a hostile address",
  (language) => {
    const text = receiverSample(language, { ...facts, url: "https://example.com/a'$(id)\"\\b" });
    expect(text).toContain("0199-company");
    expect(text).not.toContain("a'$(id)");
  },
);
