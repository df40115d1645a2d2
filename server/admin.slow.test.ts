import { execFile } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { app } from "#server/rest/app.ts";
import { createRole } from "#server/roles/writing.ts";
import { Browser } from "#server/testing/browser.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { closeDoors, openDoors } from "#server/testing/doors.ts";
import { http } from "#server/testing/http.ts";
import { admin as elsewhere } from "#server/testing/processes/installation.ts";
import { converse } from "#server/testing/talking.ts";
import { updateUser } from "#server/users/editing.ts";

beforeAll(openDoors);
afterAll(closeDoors);

type Result = { code: number; lines: string[]; answer: Record<string, unknown> };

/** The real program on this worker's database. */
function admin(...args: string[]): Promise<Result> {
  return new Promise((resolve) => {
    const program = [path.join(import.meta.dirname, "admin.ts"), ...args];
    execFile(process.execPath, program, (error, stdout) => {
      const lines = stdout.trimEnd().split("\n");
      resolve({ code: error ? Number(error.code) : 0, lines, answer: JSON.parse(lines[0] ?? "") });
    });
  });
}

const email = `${newId()}@example.com`;
const password = "tea at the harbour";
let company: Record<string, unknown>;

describe("npm run admin", () => {
  it("creates a company whose administrator can sign in, and lists it", async () => {
    const args = ["--name", "Two words", "--admin-email", email, "--admin-password", password, "--country", "AR"];
    const { code, lines, answer } = await admin("company", "create", ...args);
    expect([code, lines.length, answer.name]).toEqual([0, 1, "Two words"]);
    company = answer;
    expect((await new Browser("192.0.2.10").signIn(email, password)).status).toBe(200);
    const list = await admin("company", "list");
    expect(list.answer).toContainEqual(expect.objectContaining({ id: answer.id, name: "Two words", activeUsers: 1 }));
  });

  it("creates a token that works at once", async () => {
    const permissions = "clients_read, users_read";
    const made = await admin(
      "token",
      "create",
      "--company",
      String(company.id),
      "--permissions",
      permissions,
      "--name",
      "T",
    );
    expect([made.code, made.answer.permissions]).toEqual([0, ["clients_read", "users_read"]]);
    const client = http(app, String(made.answer.token));
    expect((await client.get("/v1/users/me")).body).toMatchObject({ id: company.userId, role: "admin" });
    expect((await client.get("/v1/contacts")).status).toBe(200);
    expect((await client.post("/v1/operator-tags", {})).status).toBe(403);
  });

  it("creates a token that ends [found S16]", async () => {
    const args = ["token", "create", "--company", String(company.id), "--permissions", "clients_read", "--name", "T"];
    expect((await admin(...args)).answer.expiresAt).toBeNull();
    expect((await admin(...args, "--expires", "2999-12-31")).answer.expiresAt).toBe("2999-12-31T00:00:00.000Z");
    for (const wrong of ["2001-01-31", "soon"]) {
      const refused = await admin(...args, "--expires", wrong);
      expect([refused.code, refused.answer]).toMatchObject([1, { details: [{ field: "expiresAt" }] }]);
    }
  });

  it("creates a token of a person with a custom role, with all that the role permits and as far as it reaches [W11]", async () => {
    const other = await furnishedCompany("Roles", ["whatsapp"]);
    const { companyId, given } = other;
    const { channelId, whatsappChannelId: there } = given;
    const permissions = ["clients_read", "clients_write", "chat_talk", "websites_read", "webhooks_read"];
    const tokenOf = async (role: Omit<Parameters<typeof createRole.execute>[1], "name">, wanted: string[]) => {
      const { id: roleId } = await createRole.execute(other.admin, { name: newId(), ...role });
      const { id: user } = await other.person("viewer", "Of a role");
      await updateUser.execute(other.admin, { userId: user, roleId });
      const args = ["token", "create", "--company", companyId, "--user", user, "--name", "T"];
      return admin(...args, "--permissions", wanted.join(","));
    };
    expect((await tokenOf({ permissions }, permissions)).answer.permissions).toEqual(permissions);
    const read = ["clients_read"];
    expect((await tokenOf({ permissions: ["clients_read", "reports_read"] }, ["chat_talk"])).answer).toMatchObject({
      error: "forbidden",
    });
    const ofAll = http(app, (await other.token(["admin"])).secret);
    const begin = (channel: string, to = channelId) =>
      converse(ofAll, { companyId, given }, { channel, channelId: to, from: newId() });
    const [, seen] = [await begin("WEB"), await begin("WHATSAPP", there)];
    const scoped = { permissions: read, readScope: "channel" as const, channels: [there ?? ""] };
    const client = http(app, String((await tokenOf(scoped, read)).answer.token));
    const { body } = await client.get<{ data: { id: string }[] }>("/v1/conversations");
    expect(body.data.map(({ id }) => id)).toEqual([seen.id]);
  });

  it("creates users and sets passwords", async () => {
    const other = `${newId()}@example.com`;
    const id = String(company.id);
    const made = await admin("user", "create", "--company", id, "--name", "Bea", "--email", other, "--role", "viewer");
    expect(made.answer).toMatchObject({ email: other, role: "viewer", active: true });
    const set = await admin(
      "user",
      "set-password",
      "--company",
      id,
      "--email",
      other.toUpperCase(),
      "--password",
      password,
    );
    expect([set.code, set.answer.id]).toEqual([0, made.answer.id]);
    expect((await new Browser("192.0.2.11").signIn(other, password)).status).toBe(200);
  });

  it("says what is wrong in one JSON line and fails", async () => {
    const id = String(company.id);
    for (const [args, error] of [
      [["company", "destroy"], "validation_error"],
      [["company", "create", "--name", "x"], "validation_error"],
      [["company", "create", "--name", "x", "--admin-email", "x", "--admin-password", password], "validation_error"],
      [
        ["company", "create", "--name", "x", "--admin-email", "a@b.co", "--admin-password", "12345678"],
        "validation_error",
      ],
      [["token", "create", "--company", newId(), "--permissions", "admin", "--name", "x"], "not_found"],
      [["token", "create", "--company", "x", "--permissions", "admin", "--name", "x"], "not_found"],
      [["token", "create", "--company", id, "--permissions", "all", "--name", "x"], "validation_error"],
      [["user", "create", "--company", id, "--name", "A", "--email", email], "already_exists"],
      [["user", "set-password", "--company", id, "--password", password], "validation_error"],
      [["user", "set-password", "--company", id, "--email", "no@example.com", "--password", password], "not_found"],
    ] as const) {
      const { code, lines, answer } = await admin(...args);
      expect([args, code, lines.length, answer.error]).toEqual([args, 1, 1, error]);
      expect(answer.message).toBeTypeOf("string");
    }
  });

  it("tells the operator's own fault, not that the service is busy [P4]", async () => {
    const url = "postgresql://parley:hunter22@127.0.0.1:1/inbox";
    const place = { url, dataDir: "/nowhere", cwd: import.meta.dirname };
    const { code, answer } = await elsewhere(place, "company", "list");
    expect([code, answer]).toMatchObject([1, { error: "start_fault", message: expect.stringMatching(/DATABASE_URL/) }]);
    expect(answer.message).not.toContain("hunter22");
  });

  it("tells what is wrong with the installation, and changes nothing [P4]", async () => {
    const { answer } = await admin("doctor");
    const { state, findings } = answer as { state: string; findings: { check: string; state: string; says: string }[] };
    expect(["ok", "warning"]).toContain(state);
    const checks = findings.map(({ check }) => check);
    for (const check of [
      "node",
      "postgresql",
      "migrations",
      "connections",
      "clocks",
      "queues",
      "disk",
      "secrets",
      "publicUrl",
    ])
      expect(checks).toContain(check);
    expect(findings.find(({ check }) => check === "migrations")).toMatchObject({ state: "ok" });
    expect(findings.every(({ says }) => says.length > 5)).toBe(true);
  });

  it("names what an upgrade would do, and refuses what is none [P4]", async () => {
    const { code, answer } = await admin("upgrade", "--check");
    expect([code, answer]).toMatchObject([0, { current: true, pending: [], unknown: [] }]);
    expect((await admin("upgrade")).answer).toMatchObject({ error: "validation_error" });
  });
});
