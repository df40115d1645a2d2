import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "#server/core/ids.ts";
import { openIdentityProvider, type Vouched } from "#server/testing/identity-provider.ts";

type Provider = Awaited<ReturnType<typeof openIdentityProvider>>;
let provider: Provider;
let company: { companyId: string; userId: string };
let parts: {
  Browser: typeof import("#server/testing/browser.ts").Browser;
  actorFromCookies: typeof import("./authentication.ts").actorFromCookies;
  doors: typeof import("#server/testing/doors.ts");
};
const email = `${newId()}@example.com`;

beforeAll(async () => {
  provider = await openIdentityProvider("parley");
  // The settings are read once, when the modules load.
  vi.stubEnv("OIDC_ISSUER", provider.issuer);
  vi.stubEnv("OIDC_CLIENT_ID", "parley");
  vi.stubEnv("OIDC_CLIENT_SECRET", "not so secret");
  const { Browser } = await import("#server/testing/browser.ts");
  const { actorFromCookies } = await import("./authentication.ts");
  const doors = await import("#server/testing/doors.ts");
  parts = { Browser, actorFromCookies, doors };
  doors.openDoors();
  const { createCompany } = await import("#server/companies/creating.ts");
  company = await createCompany({ name: "Acme", admin: { name: "Ana", email, password: "tea at the harbour" } });
});
afterAll(async () => {
  await parts.doors.closeDoors();
  await provider.close();
  vi.unstubAllEnvs();
});

/** Through the provider and back; answers where it ends and who is signed in then. */
async function comeBack(vouched: Vouched, change: (back: URL) => void = () => undefined) {
  const browser = new parts.Browser();
  const away = await browser.startSingleSignOn();
  const back = new URL(provider.agree(away, vouched));
  change(back);
  const response = await browser.send(`callback/oidc${back.search}`);
  return { to: response.headers.get("location") ?? "", actor: await parts.actorFromCookies(browser.cookieHeader) };
}

describe("signing in through an identity provider", () => {
  it("signs in an existing user whose address the provider has verified", async () => {
    const { to, actor } = await comeBack({ email: email.toUpperCase(), email_verified: true });
    expect(new URL(to).pathname).toBe("/");
    expect(actor).toMatchObject({ type: "user", companyId: company.companyId, userId: company.userId });
  });

  it("makes nobody up, and trusts no address that is not verified", async () => {
    for (const vouched of [
      { email: "stranger@example.com", email_verified: true },
      { email, email_verified: false },
    ]) {
      const { to, actor } = await comeBack(vouched);
      expect(to).toContain("AccessDenied");
      expect(actor).toBeNull();
    }
  });

  it("stays with whom it was accepted as, whatever other companies write down later [found S7]", async () => {
    const { createCompany } = await import("#server/companies/creating.ts");
    const own = `${newId()}@example.com`;
    const password = "tea at the harbour";
    const first = await createCompany({ name: "First", admin: { name: "Ana", email: own, password } });
    const vouched = { email: own, email_verified: true, sub: newId() };
    expect((await comeBack(vouched)).actor).toMatchObject({ companyId: first.companyId });
    const later = { name: "Ana", email: own, password: "quite another secret" };
    const second = await createCompany({ name: "Second", admin: later });
    // Its administrator knows the password they have set, and was here last.
    const stranger = new parts.Browser();
    expect((await stranger.signIn(own, later.password)).status).toBe(200);
    expect(await parts.actorFromCookies(stranger.cookieHeader)).toMatchObject({ companyId: second.companyId });
    expect((await comeBack(vouched)).actor).toMatchObject({ companyId: first.companyId, userId: first.userId });
    const renamed = { ...vouched, email: `${newId()}@example.com`, email_verified: false };
    expect((await comeBack(renamed)).actor).toMatchObject({ companyId: first.companyId });
  });

  it("takes no answer that it did not ask for", async () => {
    const forged = await comeBack({ email, email_verified: true }, (back) => back.searchParams.set("state", "forged"));
    expect(forged.to).toContain("error=");
    expect(forged.actor).toBeNull();
    const invented = await comeBack({ email, email_verified: true }, (back) =>
      back.searchParams.set("code", "invented"),
    );
    expect(invented.actor).toBeNull();
  });
});
