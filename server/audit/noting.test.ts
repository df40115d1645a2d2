import { describe, expect, it } from "vitest";
import { revealIdentitySecret } from "#server/channels/connection/identity-secret.ts";
import { exportConversations } from "#server/conversations/list/exporting.ts";
import { systemPool } from "#server/db/system.ts";
import { createRole, deleteRole, updateRole } from "#server/roles/writing.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { createUser } from "#server/users/creating.ts";
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

  it("of a custom role: what it permits, reaches and hides, when it is made, changed and deleted [W11]", async () => {
    const permissions = ["clients_read", "chat_talk"];
    const role = await createRole.execute(company.admin, { name: "Night", permissions, maskedFields: ["phone"] });
    const made = await newest();
    expect(made).toMatchObject({ type: "role/changed", operation: "roles.create", subject: { name: "Night" } });
    expect(made?.to).toBe(
      "name: Night; channels: –; readScope: all; unassigned: false; writeScope: all; permissions: clients_read, chat_talk; maskedFields: phone",
    );
    expect(made?.data.changes).toMatchObject({
      permissions: { before: null, after: permissions },
      readScope: { before: null, after: "all" },
      maskedFields: { before: null, after: ["phone"] },
    });
    const change = {
      roleId: role.id,
      permissions: ["clients_read"],
      writeScope: "assigned" as const,
      maskedFields: [],
    };
    await updateRole.execute(company.admin, change);
    const changed = await newest();
    expect(changed?.data.changes).toEqual({
      permissions: { before: permissions, after: ["clients_read"] },
      writeScope: { before: "all", after: "assigned" },
      maskedFields: { before: ["phone"], after: [] },
    });
    expect(changed?.to).toBe(
      "writeScope: all → assigned; permissions: clients_read, chat_talk → clients_read; maskedFields: phone → –",
    );
    await deleteRole.execute(company.admin, { roleId: role.id });
    const deleted = await newest();
    expect(deleted).toMatchObject({ subject: { name: "Night", exists: false }, data: { deleted: true } });
    expect(deleted?.data.changes).toMatchObject({ permissions: { before: ["clients_read"], after: null } });
    expect(deleted?.to).toContain("writeScope: assigned; permissions: clients_read; maskedFields: –");
  });

  it("of a new person: the role, a custom one too, and of older events nothing more than they say", async () => {
    const { id: roleId } = await createRole.execute(company.admin, { name: "Early", permissions: ["clients_read"] });
    const person = { name: "New", email: "new@audit.example.com" };
    const { id } = await createUser.execute(company.admin, { ...person, role: "supervisor" });
    expect(await newest()).toMatchObject({
      ...{ operation: "users.create", to: "role: supervisor", subject: { name: "New" } },
      data: { id, changes: { role: { before: null, after: "supervisor" } } },
    });
    await createUser.execute(company.admin, { ...person, email: "other@audit.example.com", role: "viewer", roleId });
    expect(await newest()).toMatchObject({ to: `role: viewer; roleId: ${roleId}` });
    await systemPool().query(
      `update events set "data" = "data" - 'changes' where "companyId" = $1 and "operation" in ('users.create', 'roles.create')`,
      [company.companyId],
    );
    const older = (await listAudit.execute(company.admin, { kind: "people", limit: 3 })).data;
    expect(older.map(({ to }) => to)).toEqual(["", "", ""]);
    expect(older.map(({ subject }) => subject.name)).toEqual(["New", "New", "Early"]);
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
      data: { what: "conversations", filters: { format: "json", search: true } },
    });
    await exportAudit.execute(company.admin, {});
    expect((await newest())?.data).toMatchObject({ what: "audit" });
  });
});
