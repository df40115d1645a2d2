import { beforeAll, describe, expect, it } from "vitest";
import { exportAudit } from "#server/audit/exporting.ts";
import { minute, second } from "#server/base/clock.ts";
import { exportCampaign } from "#server/campaigns/exporting.ts";
import { revealIdentitySecret, rotateIdentitySecret } from "#server/channels/connection/identity-secret.ts";
import { updateCompany } from "#server/companies/editing.ts";
import { env } from "#server/config/env.ts";
import { exportContacts, exportContactsPiece } from "#server/contacts/list/exporting.ts";
import { exportConversations } from "#server/conversations/list/exporting.ts";
import type { Actor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { exportPerson } from "#server/erasures/exporting.ts";
import { readOutcomes, readOutcomeText } from "#server/imports/managing.ts";
import { updateIntegration } from "#server/integrations/editing.ts";
import { listIntegrations } from "#server/integrations/listing.ts";
import { exportTimes } from "#server/reports/times/times.ts";
import { createRole, updateRole } from "#server/roles/writing.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { signedIn } from "#server/testing/sockets.ts";
import { createToken } from "#server/tokens/creating.ts";
import { trpcHandler } from "#server/trpc/handler.ts";
import { createUser } from "#server/users/creating.ts";
import { updateUser } from "#server/users/editing.ts";
import { createInvitation } from "#server/users/invitations/writing.ts";
import { changePassword } from "#server/users/profile.ts";
import { createWebhook } from "#server/webhooks/creating.ts";
import { updateWebhook } from "#server/webhooks/editing.ts";
import { rotateSecret } from "#server/webhooks/rotating.ts";
import { endOtherSessions, endSession } from "./ending.ts";

let cookie: string;
let sessionId: string;
/** The administrator in a browser, as the screens' door makes them. */
let browser: Actor;
const password = "correct horse 9";

const company = await openCompany("Door", allFurniture);

beforeAll(async () => {
  ({ cookie, sessionId } = await signedIn(company.admin));
  browser = { ...company.admin, sessionId };
});

/** As if the password had been given so long ago. */
async function lastProven(ms: number): Promise<void> {
  const at = new Date(Date.now() - ms);
  await systemPool().query(`update user_sessions set "provenAt" = $2 where "id" = $1`, [sessionId, at]);
}

async function ask(procedure: string, input: unknown) {
  const { origin } = new URL(env.publicUrl);
  const headers = { cookie, origin, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const request = new Request(`${env.publicUrl}/api/trpc/${procedure}`, {
    method: "POST",
    headers,
    body: JSON.stringify(input),
  });
  const response = await trpcHandler(request, "request-1", "192.0.2.1");
  return { status: response.status, body: await response.json() };
}

const makeAdminToken = () => ask("tokens.create", { name: "All", permissions: ["admin"] });
const needed = { code: "password_needed" };

describe("a lasting way in", () => {
  it("asks for the password unless it was given in the last ten minutes [found S16]", async () => {
    expect((await makeAdminToken()).status).toBe(200);
    await lastProven(10 * minute + second);
    const refused = await makeAdminToken();
    expect([refused.status, refused.body.error.data]).toMatchObject([403, { error: "password_needed" }]);
    const wrong = await ask("sessions.stepUp", { password: "not the password" });
    expect([wrong.status, wrong.body.error.data]).toMatchObject([
      400,
      { details: [{ field: "password", code: "wrong" }] },
    ]);
    expect((await makeAdminToken()).status).toBe(403);
    expect((await ask("sessions.stepUp", { password })).status).toBe(200);
    expect((await makeAdminToken()).status).toBe(200);
    await lastProven(9 * minute);
    expect((await makeAdminToken()).status).toBe(200);
  });

  it("is an address, a password, a member, what a member may do, and any token; a name asks for nothing [P5, found S16]", async () => {
    await lastProven(11 * minute);
    const bea = { name: "Bea", email: "bea@example.com", role: "admin" as const };
    const userId = company.otherAgent.userId ?? "";
    const own = browser.userId ?? "";
    const invited = { email: "eve@example.com", role: "agent" as const };
    for (const deed of [
      () => updateUser.execute(browser, { userId: own, email: "elsewhere@example.com" }),
      () => updateUser.execute(browser, { userId, email: "elsewhere@example.com" }),
      () => updateUser.execute(browser, { userId, password: "tea at the harbour" }),
      () => updateUser.execute(browser, { userId, role: "admin" }),
      () => updateUser.execute(browser, { userId, role: "supervisor" }),
      () => updateUser.execute(browser, { userId, active: false }),
      () => createUser.execute(browser, bea),
      () => createUser.execute(browser, { ...bea, role: "agent" }),
      () => createInvitation.execute(browser, invited),
      () => createToken.execute(browser, { name: "People", permissions: ["users_write"] }),
      () => createToken.execute(browser, { name: "CRM", permissions: ["clients_read"] }),
    ])
      await expect(deed()).rejects.toMatchObject(needed);
    const { rows } = await systemPool().query(`select "email" from users where "id" = any($1) order by 1`, [
      [own, userId],
    ]);
    expect(rows.map(({ email }) => email)).not.toContain("elsewhere@example.com");
    await updateUser.execute(browser, { userId, name: "Olga" });
  });

  it("is a role, a rule of the company for ways in, and where or with what others are told", async () => {
    const role = await createRole.execute(company.admin, { name: "Night", permissions: ["clients_read"] });
    const webhookId = company.given.webhookId ?? "";
    const { id: integrationId } = (await listIntegrations.execute(company.admin, {}))[0] ?? { id: "" };
    const jobId = company.given.importJobId ?? "";
    await lastProven(11 * minute);
    const url = "https://hooks.invalid/elsewhere";
    for (const deed of [
      () => createRole.execute(browser, { name: "Wide", permissions: ["clients_read"] }),
      () => updateRole.execute(browser, { roleId: role.id, permissions: ["clients_read", "clients_write"] }),
      () => updateCompany.execute(browser, { settings: { secondFactorRoles: ["admin"] } }),
      () => updateCompany.execute(browser, { settings: { agentsSeeEverything: true } }),
      () => createWebhook.execute(browser, { url, eventTypes: ["contact/created"] }),
      () => updateWebhook.execute(browser, { webhookId, url }),
      () => updateIntegration.execute(browser, { integrationId, config: { account: "8" } }),
      () => readOutcomes.execute(browser, { jobId }),
      () => readOutcomeText.execute(browser, { jobId }),
    ])
      await expect(deed()).rejects.toMatchObject(needed);
    await updateRole.execute(browser, { roleId: role.id, name: "Late" });
    await updateCompany.execute(browser, { name: "Doors", settings: { agentsSeeEverything: false } });
    await updateWebhook.execute(browser, { webhookId, retryCount: 2 });
    await updateWebhook.execute({ ...browser, type: "token", sessionId: undefined } as never, { webhookId, url });
  });

  it("is the end of another of one's sessions, not of the one in hand [ASVS 7.5.2]", async () => {
    await lastProven(11 * minute);
    const other = await signedIn(company.admin);
    const ended = async () => {
      const { rows } = await systemPool().query(`select "revokedAt" from user_sessions where "id" = $1`, [
        other.sessionId,
      ]);
      return rows[0]?.revokedAt !== null;
    };
    for (const deed of [
      () => endSession.execute(browser, { sessionId: other.sessionId }),
      () => endOtherSessions.execute(browser, {}),
    ])
      await expect(deed()).rejects.toMatchObject(needed);
    expect(await ended()).toBe(false);
    await lastProven(9 * minute);
    expect(await endSession.execute(browser, { sessionId: other.sessionId })).toEqual({ ended: 1 });
    expect(await ended()).toBe(true);
    const third = await signedIn(company.admin);
    await systemPool().query(`update user_sessions set "provenAt" = $2 where "id" = $1`, [
      third.sessionId,
      new Date(Date.now() - 11 * minute),
    ]);
    const own = { ...company.admin, sessionId: third.sessionId };
    expect(await endSession.execute(own, { sessionId: third.sessionId })).toEqual({ ended: 1 });
  });

  it("is every secret that is shown, and every export of what the company has [P5]", async () => {
    await lastProven(11 * minute);
    const { webhookId = "", channelId = "", campaignId = "", contactId = "" } = company.given;
    const month = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" };
    for (const deed of [
      () => rotateSecret.execute(browser, { webhookId }),
      () => revealIdentitySecret.execute(browser, { channelId }),
      () => rotateIdentitySecret.execute(browser, { channelId }),
      () => exportConversations.execute(browser, {}),
      () => exportContacts.execute(browser, {}),
      () => exportContactsPiece.execute(browser, {}),
      () => exportTimes.execute(browser, month),
      () => exportCampaign.execute(browser, { campaignId }),
      () => exportAudit.execute(browser, {}),
      () => exportPerson.execute(browser, { contactId }),
    ])
      await expect(deed()).rejects.toMatchObject(needed);
    await lastProven(9 * minute);
    await exportAudit.execute(browser, {});
    await rotateSecret.execute(browser, { webhookId });
  });

  it("is open to tokens and the command line as the contract says [found S16]", async () => {
    const { actor } = await company.token(["admin"]);
    const made = await createUser.execute(actor, { name: "Cy", email: "cy@example.com", role: "admin" });
    expect(await updateUser.execute(actor, { userId: made.id, email: "cy2@example.com" })).toMatchObject({
      email: "cy2@example.com",
    });
    expect(await createToken.execute(company.admin, { name: "From the shell", permissions: ["admin"] })).toBeTruthy();
  });

  it("counts wrong tries as the sign-in does, and a new password proves as well [found S16]", async () => {
    const newPassword = "tea at the harbour";
    await lastProven(11 * minute);
    await changePassword.execute(browser, { currentPassword: password, newPassword });
    expect((await makeAdminToken()).status).toBe(200);
    expect((await ask("sessions.stepUp", { password })).status).toBe(400);
    const { rowCount } = await systemPool().query(
      `update login_attempts set "failures" = "failures" + 20 where "key" like $1 and "failures" = 1`,
      [`device:%:${browser.userId}`],
    );
    expect(rowCount).toBe(1);
    const throttled = await ask("sessions.stepUp", { password: newPassword });
    expect([throttled.status, throttled.body.error.data]).toMatchObject([429, { details: [{ code: "throttled" }] }]);
  });

  it("tells the audit log of each wrong password, although its command is taken back", async () => {
    const refusals = async () => {
      const found = await systemPool().query<{ userId: string }>(
        `select "data"->>'userId' as "userId" from events where "companyId" = $1 and "type" = 'session/refused'`,
        [company.otherAgent.companyId],
      );
      return found.rows.filter(({ userId }) => userId === company.otherAgent.userId).length;
    };
    const { cookie: other } = await signedIn(company.otherAgent);
    const { origin } = new URL(env.publicUrl);
    const headers = { cookie: other, origin, "sec-fetch-site": "same-origin", "content-type": "application/json" };
    const wrong = (procedure: string, input: unknown) =>
      trpcHandler(
        new Request(`${env.publicUrl}/api/trpc/${procedure}`, { method: "POST", headers, body: JSON.stringify(input) }),
        "request-2",
        "192.0.2.1",
      );
    expect((await wrong("sessions.stepUp", { password: "not the password" })).status).toBe(400);
    await expect.poll(refusals).toBe(1);
    const newPassword = "tea at the harbour";
    expect((await wrong("users.changePassword", { currentPassword: "nor this", newPassword })).status).toBe(400);
    await expect.poll(refusals).toBe(2);
  });
});
