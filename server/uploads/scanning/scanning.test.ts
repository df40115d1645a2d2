import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { pdf } from "#server/testing/recordings.ts";
import { eicar, startScanner } from "#server/testing/systems/scanner.ts";

const scanner = await startScanner();
// The product reads its settings once, as it loads.
vi.stubEnv("CLAMD_URL", scanner.url);
const { openApi, openCompany } = await import("#server/testing/fixture.ts");
const { storeFile, storeIfImage } = await import("../storing.ts");
const { diagnose } = await import("#server/health/doctor.ts");
const { systemPool } = await import("#server/db/system.ts");
const { systemActor } = await import("#server/core/actor.ts");

const company = await openCompany("Scanned");
const api = await openApi(company);

beforeEach(() => Object.assign(scanner, { seen: 0, says: undefined, most: 25 * 1024 * 1024 }));
afterAll(async () => {
  await scanner.close();
  vi.unstubAllEnvs();
});

type Answer = { error?: string; message?: string; type?: string };

const send = (content: Uint8Array, fileName = "offer.pdf") =>
  api.post<Answer>("/v1/uploads", { content: Buffer.from(content).toString("base64"), fileName });

async function stored(): Promise<number> {
  const { rows } = await systemPool().query<{ count: number }>(
    `select count(*)::int as "count" from uploads where "companyId" = $1`,
    [company.companyId],
  );
  return rows[0]?.count ?? 0;
}

const found = async () => (await diagnose()).findings.find(({ check }) => check === "scanner");

describe("files that come in, with CLAMD_URL set [ASVS 5.4.3]", () => {
  it("are taken when the scanner finds nothing, and looked at once", async () => {
    const { status, body } = await send(pdf);
    expect([status, body.type]).toEqual([200, "application/pdf"]);
    expect(scanner.seen).toBe(1);
    const bytes = Buffer.from("no picture at all");
    expect(await storeIfImage(company.admin, bytes)).toBeUndefined();
    await storeFile(systemActor(company.companyId), bytes, "words.txt");
    expect(scanner.seen).toBe(2);
  });

  it("are refused with the name of what was found, and nothing of them is kept", async () => {
    const before = await stored();
    const { status, body } = await send(Buffer.concat([Buffer.alloc(600_000, 1), eicar]), "tool.bin");
    expect([status, body.error]).toEqual([400, "unsupported_content"]);
    expect(body.message).toContain("Eicar-Test-Signature");
    const system = systemActor(company.companyId);
    await expect(storeFile(system, eicar, "tool.bin")).rejects.toThrow("Eicar-Test-Signature");
    expect(await stored()).toBe(before);
  });

  it("are refused with 413 where they are larger than the scanner takes", async () => {
    scanner.most = 300_000;
    const { status, body } = await send(Buffer.alloc(700_000, 7), "large.bin");
    expect([status, body.error]).toEqual([413, "payload_too_large"]);
  });

  it("are refused with 503 while the scanner cannot look, and the doctor says so", async () => {
    expect(await found()).toMatchObject({ state: "ok" });
    const before = await stored();
    scanner.says = "Can't allocate memory ERROR";
    expect((await send(pdf)).status).toBe(503);
    await scanner.close();
    const { status, body, headers } = await send(pdf);
    expect([status, body.error]).toEqual([503, "unavailable"]);
    expect(headers.get("retry-after")).toMatch(/^\d+$/);
    expect(body.message).not.toContain("ECONNREFUSED");
    expect(await stored()).toBe(before);
    expect(await found()).toMatchObject({ state: "failed", says: expect.stringContaining("no file is taken") });
  });
});
