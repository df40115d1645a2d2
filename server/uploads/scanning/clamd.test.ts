import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { endProgramsAfterEach, freePort, startProgram } from "#server/testing/processes/programs.ts";
import { eicar, startScanner } from "#server/testing/systems/scanner.ts";
import { askClamd, pingClamd } from "./clamd.ts";

endProgramsAfterEach();
const program = ["clamd", "/usr/sbin/clamd"].find((name) => !spawnSync(name, ["--help"]).error);

async function startStandIn() {
  const scanner = await startScanner();
  scanner.most = 1024 * 1024;
  return { place: new URL(scanner.url), close: scanner.close };
}

/** Debian's own, where it is installed, with one signature instead of the 300 MB of all. */
async function startDaemon(name: string) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "parley-clamd-"));
  const port = await freePort();
  const md5 = createHash("md5").update(eicar).digest("hex");
  await fs.writeFile(path.join(folder, "one.hdb"), `${md5}:${eicar.length}:Eicar-Test-Signature\n`);
  const settings = [`DatabaseDirectory ${folder}`, `TCPSocket ${port}`, "TCPAddr 127.0.0.1", "Foreground yes"];
  const file = path.join(folder, "clamd.conf");
  await fs.writeFile(file, `${[...settings, "StreamMaxLength 1M"].join("\n")}\n`);
  startProgram(name, ["-c", file]);
  const place = new URL(`tcp://127.0.0.1:${port}`);
  await expect.poll(() => pingClamd(place).then(() => "there", String), { timeout: 30_000 }).toBe("there");
  return { place, close: () => fs.rm(folder, { recursive: true }) };
}

const scanners = [
  { name: "a stand-in", start: startStandIn },
  ...(program ? [{ name: "ClamAV's daemon", start: () => startDaemon(program) }] : []),
];

describe.each(scanners)("$name", ({ start }) => {
  it("says of bytes whether they are clean, infected or too many for it", async () => {
    const scanner = await start();
    await pingClamd(scanner.place);
    expect(await askClamd(scanner.place, Buffer.from("Good morning"))).toEqual({ kind: "clean" });
    expect(await askClamd(scanner.place, Buffer.alloc(900_000, 1))).toEqual({ kind: "clean" });
    const name = expect.stringContaining("Eicar-Test-Signature");
    expect(await askClamd(scanner.place, eicar)).toEqual({ kind: "infected", name });
    expect(await askClamd(scanner.place, Buffer.alloc(20_000_000, 1))).toEqual({ kind: "too large" });
    await scanner.close();
  });
});
