import { expect, type Page } from "@playwright/test";
import { Api } from "./fixtures/api.ts";
import { expectNoFaults } from "./fixtures/faults.ts";
import { list, replyBox, row, thread } from "./fixtures/inbox.ts";
import { test } from "./fixtures/test.ts";
import { call, demo, demoPassword, fillSignIn, open, type Person, signInAfresh, unique } from "./fixtures/workspace.ts";

let admin: Page;
let api: Api;

test.beforeAll(async ({ browser }) => {
  admin = await open(browser, demo.admin, "/inbox?view=all");
  api = await Api.of(admin.context());
});

test.afterAll(async () => {
  await admin.context().close();
});

type Member = Person & { id: string };

/** Somebody of the company whom only one test knows. */
async function member(role: "agent" | "supervisor" | "viewer"): Promise<Member> {
  const name = unique("Sam");
  const email = `${name.replace(/\W+/g, ".").toLowerCase()}@example.com`;
  const made = await call<{ id: string }>(admin.context(), "users.create", {
    name,
    email,
    role,
    password: demoPassword,
  });
  return { id: made.id, name, email };
}

const signedOut = (page: Page) => page.waitForURL(/\/sign-in/, { timeout: 10_000 });

test("a wrong password says so, and many of them must wait", async ({ page }) => {
  const { email } = await member("agent");
  await page.goto("/inbox");
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Fill this in.")).toHaveCount(2);
  await fillSignIn(page, email, "not the password");
  await expect(page.getByRole("alert").filter({ hasText: "Wrong email or password" })).toBeVisible();
  const throttled = page.getByRole("alert").filter({ hasText: /Too many attempts. Wait \d+ second/ });
  for (let tries = 0; tries < 12 && !(await throttled.isVisible()); tries += 1) {
    const answered = page.waitForResponse(/callback\/credentials/);
    await fillSignIn(page, email, `wrong ${tries}`);
    await answered;
    await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
  }
  await expect(throttled).toBeVisible();
});

test("the page to sign in stays where it is and says why nobody gets in", async ({ page }) => {
  const { email } = await member("agent");
  const says = (words: string) => expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
  // As an identity provider's refusal leaves it: a password is as good as ever.
  await page.goto("/sign-in?error=AccessDenied");
  await says("There is no member with this email address");
  const service = /\/api\/auth\/(?!passkey)/;
  await page.route(service, (route) => route.fulfill({ status: 503, json: { error: "unavailable" } }));
  await fillSignIn(page, email, demoPassword);
  await says("The server cannot be reached");
  await expect(page).toHaveURL(/\/sign-in/);
  await page.unroute(service);
  // A browser that keeps no cookies.
  await page.route(/\/api\/auth\/csrf/, (route) => route.fulfill({ json: { csrfToken: "of another cookie" } }));
  await fillSignIn(page, email, demoPassword);
  await says("Your browser doesn’t keep cookies");
  await page.unroute(/\/api\/auth\/csrf/);
  await fillSignIn(page, email, demoPassword);
  await page.waitForURL(/\/inbox/);
});

test("who is faster than the page's scripts is signed in once they run", async ({ page }) => {
  const { email } = await member("agent");
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/_next\/static\/chunks\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  const left: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && left.push(`${request.method()} ${request.url()}`));
  await page.goto("/sign-in", { waitUntil: "commit" });
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  release();
  await page.waitForURL(/\/inbox/);
  // The form was not sent by the browser itself, which would have put the page anew without what was typed.
  expect(left.filter((request) => request.startsWith("POST"))).toEqual([]);
});

test("throttled tries of others do not keep out who has signed in from this browser before", async ({ browser }) => {
  const sam = await member("agent");
  const own = await signInAfresh(browser, sam.email);
  await call(own.context(), "users.updateProfile", { availability: "online" });
  await own
    .getByRole("button", { name: /account menu/ })
    .first()
    .click();
  await own.getByRole("menuitem", { name: "Sign out" }).click();
  await signedOut(own);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto("/sign-in");
  const throttled = stranger.getByRole("alert").filter({ hasText: "Too many attempts" });
  for (let tries = 0; tries < 12 && !(await throttled.isVisible()); tries += 1) {
    const answered = stranger.waitForResponse(/callback\/credentials/);
    await fillSignIn(stranger, sam.email, `wrong ${tries}`);
    await answered;
    await expect(stranger.getByRole("button", { name: "Sign in" })).toBeEnabled();
  }
  await expect(throttled).toBeVisible();
  await fillSignIn(own, sam.email, demoPassword);
  await own.waitForURL(/\/inbox/);
  await stranger.context().close();
  await own.context().close();
});

test("signing out ends the session and its sockets, on every page of the browser", async ({ browser }) => {
  const sam = await member("agent");
  const page = await signInAfresh(browser, sam.email);
  const cookies = await page.context().cookies();
  const second = await page.context().newPage();
  await second.goto("/inbox?view=all");
  await expect(list(second)).toBeVisible();
  await page
    .getByRole("button", { name: /account menu/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await Promise.all([signedOut(page), signedOut(second)]);
  // The old cookies, kept by somebody else, open nothing any more.
  const thief = await browser.newContext();
  await thief.addCookies(cookies);
  const stolen = await thief.newPage();
  await stolen.goto("/inbox");
  await expect(stolen).toHaveURL(/\/sign-in/);
  await thief.close();
  await page.context().close();
});

test("a changed password ends the other sessions at once, and keeps one's own", async ({ browser }) => {
  const sam = await member("supervisor");
  const here = await signInAfresh(browser, sam.email);
  const there = await signInAfresh(browser, sam.email);
  await there.goto("/inbox?view=all");
  await expect(list(there)).toBeVisible();
  await here.goto("/settings/profile");
  await here.getByLabel("Current password").fill("something else");
  await here.getByLabel("New password").fill("a longer secret 77");
  await here.getByRole("button", { name: "Change password" }).click();
  await expect(here.getByText("This is not your current password.")).toBeVisible();
  await here.getByLabel("Current password").fill(demoPassword);
  await here.getByRole("button", { name: "Change password" }).click();
  await expect(here.getByText(/1 other browser was signed out/).first()).toBeVisible();
  await signedOut(there);
  await here.reload();
  await expect(here).toHaveURL(/\/settings\/profile/);
  await fillSignIn(there, sam.email, "a longer secret 77");
  await there.waitForURL(/\/inbox/);
  await here.context().close();
  await there.context().close();
});

test("a new role and a deactivation cut a page that is open", async ({ browser }) => {
  const sam = await member("agent");
  const page = await signInAfresh(browser, sam.email);
  await expect(page.getByRole("heading", { name: "Inbox" }).first()).toBeVisible();
  await call(admin.context(), "users.update", { userId: sam.id, role: "viewer" });
  await signedOut(page);
  await fillSignIn(page, sam.email, demoPassword);
  await page.waitForURL(/\/inbox/);
  await call(admin.context(), "users.deactivate", { userId: sam.id });
  await signedOut(page);
  await fillSignIn(page, sam.email, demoPassword);
  await expect(page.getByRole("alert").filter({ hasText: "Wrong email or password" })).toBeVisible();
  await page.context().close();
});

test("a viewer reads along but has nothing to write with", async ({ browser }) => {
  const name = unique("Ruth Reader");
  const id = await api.conversation(name, "Can a viewer read this?");
  const vera = await open(browser, demo.viewer, `/inbox/${id}?view=all`);
  await expect(thread(vera)).toContainText("Can a viewer read this?");
  await expect(vera.getByText("You can read this conversation but not reply.")).toBeVisible();
  await expect(replyBox(vera)).toHaveCount(0);
  await expect(vera.getByRole("switch", { name: /^Bot/ })).toBeDisabled();
  await expect(vera.getByRole("button", { name: "Close conversation" })).toBeDisabled();
  await api.say(id, "user", "And live, too.");
  await expect(thread(vera)).toContainText("And live, too.");
  await vera.keyboard.press("r");
  await vera.keyboard.press("n");
  await expect(vera.getByRole("textbox", { name: /Reply|Note/ })).toHaveCount(0);
  expectNoFaults(vera);
  await vera.context().close();
});

test("an agent does not see what is assigned to others, and loses it live when it is given away", async ({
  browser,
}) => {
  const name = unique("Gustav Given");
  const id = await api.conversation(name, "Who takes care of me?");
  const users = await api.must<{ data: { id: string; email: string }[] }>("GET", "/v1/users?limit=100");
  const idOf = (person: { email: string }) => users.data.find(({ email }) => email === person.email)?.id;
  // Its new contact is given to somebody in turn; who holds that sees the conversation too.
  const contactOf = async () =>
    (await api.must<{ contactId: string | null }>("GET", `/v1/conversations/${id}`)).contactId;
  await expect.poll(contactOf).toBeTruthy();
  await api.must("PATCH", `/v1/contacts/${await contactOf()}`, { assignedTo: idOf(demo.supervisor) });
  await api.must("POST", `/v1/conversations/${id}/assign`, { assignedTo: idOf(demo.agent) });
  const bruno = await open(browser, demo.agent, "/inbox?view=all");
  await row(bruno, name).click();
  await expect(thread(bruno)).toContainText("Who takes care of me?");
  await api.must("POST", `/v1/conversations/${id}/assign`, { assignedTo: idOf(demo.supervisor) });
  await expect(bruno.getByText("This conversation no longer exists, or you no longer have access.")).toBeVisible();
  await expect(row(bruno, name)).toHaveCount(0);
  await bruno.reload();
  await expect(bruno.getByText("This conversation no longer exists, or you no longer have access.")).toBeVisible();
  await bruno.context().close();
});
