import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { StartFault } from "#server/base/lifetime.ts";
import { secretIn } from "#server/config/secret.ts";
import { startDatabase } from "./embedded.ts";
import { faultOfDatabase, faultOfDataDir } from "./opening.ts";
import { ensureRoles } from "./roles.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-faults-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const file = path.join(folder, "file");
fs.writeFileSync(file, "not a folder");

it("names DATA_DIR where it is a file", async () => {
  for (const dataDir of [file, path.join(file, "below")]) {
    for (const start of [() => startDatabase({ dataDir, throwaway: true }), async () => secretIn(dataDir)]) {
      const fault = faultOfDataDir(await start().catch((error: unknown) => error), dataDir);
      expect(fault).toBeInstanceOf(StartFault);
      expect(String(fault)).toMatch(`The folder ${dataDir} cannot be written`);
    }
  }
});

it("names DATABASE_URL where nothing answers there, and tells no password", async () => {
  for (const host of ["127.0.0.1:1", "localhost:1", "no-such-host.invalid:5432"]) {
    const url = `postgresql://parley:hunter22@${host}/inbox`;
    const fault = faultOfDatabase(await ensureRoles(url).catch((error: unknown) => error), url);
    expect(fault).toBeInstanceOf(StartFault);
    expect(String(fault)).toMatch(
      /\/inbox at \S+ cannot be reached \((?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN)\).*DATABASE_URL/,
    );
    expect(String(fault)).not.toContain("hunter22");
  }
});
