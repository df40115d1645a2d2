import { describe, expect, it } from "vitest";
import { revealIdentitySecret } from "#server/channels/connection/identity-secret.ts";
import { exportConversations } from "#server/conversations/list/exporting.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { updateUser } from "#server/users/editing.ts";
import { exportAudit } from "./exporting.ts";
import { listAudit } from "./listing.ts";

const company = await openCompany();

const newest = async () => (await listAudit.execute(company.admin, { limit: 1 })).data[0];

describe("what the audit log keeps [found S12]", () => {
  it("of a role: what it was, and what it is", async () => {
    await updateUser.execute(company.admin, { userId: company.agent.id, role: "supervisor" });
    const entry = await newest();
    expect(entry).toMatchObject({ type: "user/changed", to: "role: agent → supervisor" });
    expect(entry?.data.changes).toEqual({ role: { before: "agent", after: "supervisor" } });
  });

  it("of a password reset: that it happened, and nothing of the password", async () => {
    await updateUser.execute(company.admin, { userId: company.agent.id, password: "harbour tea at nine" });
    const entry = await newest();
    expect(entry?.data).toMatchObject({ id: company.agent.id, password: "reset" });
    expect(JSON.stringify(entry)).not.toContain("harbour");
  });

  it("of a secret: each time it is revealed", async () => {
    const channelId = company.given.channelId ?? "";
    for (const _ of [1, 2]) {
      await revealIdentitySecret.execute(company.admin, { channelId });
      expect(await newest()).toMatchObject({
        operation: "channels.revealIdentitySecret",
        actor: { id: company.admin.id },
      });
    }
  });

  it("of data that leaves as a file: who took what", async () => {
    await exportConversations.execute(company.supervisor, { format: "json", search: "Ana" });
    expect(await newest()).toMatchObject({
      type: "export/made",
      actor: { id: company.supervisor.id },
      data: { what: "conversations", filters: { format: "json", search: "Ana" } },
    });
    await exportAudit.execute(company.admin, {});
    expect((await newest())?.data).toMatchObject({ what: "audit" });
  });
});
