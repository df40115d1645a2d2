import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { endProgramsAfterEach, startProgram } from "#server/testing/processes/programs.ts";
import { serveApi } from "#server/testing/serving.ts";
import { app } from "../app.ts";

/** The page prints the address of its server, which is read once, when the modules load. */
const { port } = await vi.hoisted(async () => {
  const { createServer } = await import("node:net");
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  const free = typeof address === "object" && address ? address.port : 0;
  vi.stubEnv("PUBLIC_URL", `http://localhost:${free}`);
  return { port: free };
});

const company = await openCompany("Quick start", allFurniture);
serveApi(port);
endProgramsAfterEach();
const state = fs.mkdtempSync(path.join(os.tmpdir(), "parley-quick-start-"));
afterAll(() => fs.rmSync(state, { recursive: true }));

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The commands as a reader copies them from the page. */
async function printed(): Promise<string[]> {
  const page = await (await app.request("/docs/guides/quick-start")).text();
  return [...page.matchAll(/data-kind="sh run">([^<]+)<\/pre>/g)].map(([, text = ""]) =>
    text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? ""),
  );
}

it("leads a newcomer to a verified webhook in at most ten commands, run exactly as printed [P3]", async (context) => {
  if (spawnSync("curl", ["--version"]).error) context.skip("curl is not on this machine: left out");
  const commands = await printed();
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.length).toBeLessThanOrEqual(10);
  expect(commands.every((command) => !command.includes("\n"))).toBe(true);

  const { secret } = await company.token(["clients_read", "clients_write", "websites_read", "webhooks_read"]);
  // -m: jobs as in the shell of a terminal.
  const shell = startProgram("bash", ["-m"], {
    XDG_STATE_HOME: state,
  });
  const says = async (command: string) => {
    shell.write(command);
    if (command.startsWith("read ")) shell.write(secret);
    // A person sees that a program is ready before going on.
    if (command.includes("webhook.ts &")) await shell.tells("Receiving at http://127.0.0.1:4010/");
    if (command.includes("parley --")) await shell.tells("Ready: forwarding events to http://127.0.0.1:4010/");
    if (command.includes("/v1/contacts")) await shell.tells(/verified contact\/created [0-9a-f-]{36}: [0-9a-f-]{36}/);
  };
  try {
    for (const command of commands) await says(command);
  } finally {
    shell.write("kill %1 %2 2> /dev/null; exit");
  }
  await expect.poll(() => shell.child.exitCode, { timeout: 10_000 }).not.toBeNull();
  expect(shell.told()).toContain('"name":"Ada"');
  expect(shell.told()).not.toMatch(/error|curl: /i);
});
