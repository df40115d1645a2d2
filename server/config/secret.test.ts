import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { secretIn } from "./secret.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-secret-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

it("generates a secret once, readable by its owner only", () => {
  const first = secretIn(path.join(folder, "new"));
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(secretIn(path.join(folder, "new"))).toBe(first);
  expect(secretIn(path.join(folder, "other"))).not.toBe(first);
  expect(fs.statSync(path.join(folder, "new", "secret")).mode & 0o777).toBe(0o600);
});

it("refuses a stored secret that was emptied", () => {
  fs.mkdirSync(path.join(folder, "emptied"));
  fs.writeFileSync(path.join(folder, "emptied", "secret"), "\n");
  expect(() => secretIn(path.join(folder, "emptied"))).toThrow(/empty/);
});
