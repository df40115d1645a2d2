import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { now } from "#server/base/clock.ts";
import { createCompany } from "#server/companies/creating.ts";
import { updateCompany } from "#server/companies/editing.ts";
import { Browser } from "#server/testing/browser.ts";
import { closeDoors, openDoors } from "#server/testing/doors.ts";
import { readProfile } from "#server/users/profile.ts";
import { actorFromCookies, forgetSessions } from "../authentication.ts";
import { beginFactor, confirmFactor } from "./setting-up.ts";
import { currentCode } from "./totp.ts";

vi.hoisted(() => vi.stubEnv("REQUIRE_SECOND_FACTOR", "1"));

beforeAll(() => openDoors());
afterAll(() => closeDoors());

it("is asked of everybody where the installation says so, the first administrator too, and no company lets it go", async () => {
  const [email, password] = [`ana.${Date.now()}@example.com`, "a long enough one"];
  const { companyId } = await createCompany({ name: "Acme", admin: { name: "Ana", email, password } });
  const browser = new Browser("198.51.100.77");
  expect((await browser.signIn(email, password)).status).toBe(200);
  const before = await actorFromCookies(browser.cookieHeader);
  if (!before) throw new Error("nobody is signed in");
  expect([...before.permissions]).toEqual([]);
  expect((await readProfile.execute(before, {})).secondFactor).toBe("needed");
  await expect(updateCompany.execute(before, { name: "Ours" })).rejects.toMatchObject({ code: "forbidden" });
  const { secret } = await beginFactor.execute(before, {});
  await confirmFactor.execute(before, { code: currentCode(secret, now()) });
  forgetSessions({ companyId });
  const after = await actorFromCookies(browser.cookieHeader);
  if (!after) throw new Error("nobody is signed in");
  expect(after.permissions.has("admin")).toBe(true);
  const changed = updateCompany.execute(after, { settings: { secondFactorRoles: [] } });
  await expect(changed).rejects.toMatchObject({ code: "validation_error" });
});
