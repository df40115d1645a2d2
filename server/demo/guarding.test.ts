import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { newId } from "#server/base/ids.ts";

type Parts = {
  Browser: typeof import("#server/testing/browser.ts").Browser;
  createCompany: typeof import("#server/companies/creating.ts").createCompany;
  guarding: typeof import("./guarding.ts");
  doors: typeof import("#server/testing/doors.ts");
};

/** The settings are read once, when the modules load. */
async function partsWhere(settings: Record<string, string>): Promise<Parts> {
  vi.resetModules();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { Browser } = await import("#server/testing/browser.ts");
  const { createCompany } = await import("#server/companies/creating.ts");
  const guarding = await import("./guarding.ts");
  const doors = await import("#server/testing/doors.ts");
  return { Browser, createCompany, guarding, doors };
}

const email = `${newId()}@demo.parley.example`;
const password = "parley-demo";
let here: Parts;
let exposed: Parts;

beforeAll(async () => {
  here = await partsWhere({});
  here.doors.openDoors();
  await here.createCompany({ name: "Acme Bikes (demo)", admin: { name: "Alex Romero", email, password } });
  exposed = await partsWhere({ PUBLIC_URL: "https://inbox.example.com", DEMO: "0" });
  exposed.doors.openDoors();
});

afterAll(async () => {
  await here.doors.closeDoors();
  await exposed.doors.closeDoors();
  vi.unstubAllEnvs();
});

const signIn = async ({ Browser }: Parts) => (await new Browser("192.0.2.4").signIn(email, password)).status;

it("opens the demo with the published password on this machine only [found S4]", async () => {
  expect(here.guarding.demoPassword()).toBe(password);
  expect(await signIn(here)).toBe(200);
  expect(exposed.guarding.demoPassword()).toMatch(/^[\w-]{20}$/);
  expect(exposed.guarding.demoPassword()).not.toBe(exposed.guarding.demoPassword());
  expect(await signIn(exposed)).toBe(401);
  const admin = { name: "Alex", email: `${newId()}@example.com`, password };
  await expect(exposed.createCompany({ name: "Acme", admin })).rejects.toThrow(/among the first/);
});

it("names the accounts that cannot sign in any more [found S4]", async () => {
  expect(await exposed.guarding.warnOfPublishedPassword()).toContain(email);
  expect(await here.guarding.warnOfPublishedPassword()).toEqual([]);
});
