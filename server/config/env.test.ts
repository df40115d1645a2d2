import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import "./env.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-env-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

it("reads no setting from a file .env, which is compose's and not of every process that we start", () => {
  fs.writeFileSync(path.join(folder, ".env"), "PARLEY_OF_A_FILE=yes\n");
  const next = createRequire(createRequire(import.meta.url).resolve("next"));
  const { loadEnvConfig } = next("@next/env") as { loadEnvConfig: (folder: string) => { combinedEnv: object } };
  expect(loadEnvConfig(folder).combinedEnv).not.toHaveProperty("PARLEY_OF_A_FILE");
});
