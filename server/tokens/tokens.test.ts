import { describe, expect, it } from "vitest";
import { updateCompany } from "#server/companies/editing.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { actorFromToken, forgetTokens } from "./authentication.ts";
import { createToken } from "./creating.ts";
import { listTokens } from "./listing.ts";
import { revokeToken } from "./revoking.ts";
import { flushTokenUse } from "./usage.ts";

const company = await openCompany();

const create = (owner: Actor, permissions: string[], name = "CRM") => createToken.execute(owner, { name, permissions });

describe("a new token", () => {
  it("is shown once, stored as its hash only, and works", async () => {
    const { token, id, last4 } = await create(company.admin, ["clients_read"]);
    expect(env.appEnv).toBe("live");
    expect(token).toMatch(/^sk_live_[\w-]{43}$/);
    expect(last4).toBe(token.slice(-4));
    const { rows } = await systemPool().query(`select * from api_tokens where "id" = $1`, [id]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await listTokens.execute(company.admin, {}))).not.toContain(token);
    expect(await actorFromToken(token)).toMatchObject({
      type: "token",
      id,
      userId: company.admin.userId,
      companyId: company.companyId,
      permissions: new Set(["clients_read"]),
      seesUnassigned: false,
    });
  });

  it("never holds more than its maker, then or later (C3)", async () => {
    const made = await create(company.agent, ["admin"]);
    expect([...made.permissions].sort()).toEqual(["chat_talk", "clients_read_assigned", "clients_write_assigned"]);
    expect((await create(company.supervisor, ["users_read", "users_write"])).permissions).toEqual(["users_read"]);
    const narrow = await create(company.supervisor, ["clients_read_assigned"]);
    expect(narrow.permissions).toEqual(["clients_read_assigned"]);
    await expect(create(company.viewer, ["users_write", "webhooks_read"])).rejects.toMatchObject({ code: "forbidden" });
    const { token } = await create(company.supervisor, ["users_read", "clients_read"]);
    await systemPool().query(`update users set "role" = 'agent' where "id" = $1`, [company.supervisor.userId]);
    await updateCompany.execute(company.admin, { name: "Acme" });
    expect((await actorFromToken(token))?.permissions).toEqual(new Set(["clients_read_assigned"]));
    await updateCompany.execute(company.admin, { settings: { agentsSeeEverything: true } });
    expect((await actorFromToken(token))?.permissions).toEqual(new Set(["clients_read"]));
    await updateCompany.execute(company.admin, { settings: { agentsSeeEverything: false } });
  });

  it("needs a name and known permissions", async () => {
    for (const [name, permissions] of [
      ["", ["clients_read"]],
      ["x", []],
      ["x", ["everything"]],
      ["x", ["toString"]],
    ] as const)
      await expect(create(company.admin, [...permissions], name)).rejects.toMatchObject({ code: "validation_error" });
  });
});

describe("a bearer", () => {
  it("is refused unless it is exactly an active token of this environment", async () => {
    const { token } = await create(company.admin, ["clients_read"]);
    for (const wrong of [
      "",
      "sk_live_",
      token.slice(0, -1),
      `${token}x`,
      token.replace("sk_live_", "sk_test_"),
      token.toUpperCase(),
      "x".repeat(100_000),
      "sk_live_' or 1=1 --",
    ])
      expect(await actorFromToken(wrong)).toBeNull();
  });

  it("is refused the moment it is revoked", async () => {
    const { token, id } = await create(company.admin, ["clients_read"]);
    const client = http(app, token);
    expect((await client.get("/v1/users/me")).status).toBe(200);
    await revokeToken.execute(company.admin, { tokenId: id });
    expect((await client.get("/v1/users/me")).status).toBe(401);
    await expect(revokeToken.execute(company.admin, { tokenId: id })).rejects.toMatchObject({ code: "not_found" });
    expect((await listTokens.execute(company.admin, {})).map((one) => one.id)).not.toContain(id);
  });

  it("stays refused for callers that asked while it was being revoked", async () => {
    const { token, id } = await create(company.admin, ["clients_read"]);
    const client = http(app, token);
    let revoked = false;
    const revoking = revokeToken.execute(company.admin, { tokenId: id }).then(() => {
      revoked = true;
    });
    while (!revoked) await client.get("/v1/users/me");
    await revoking;
    expect((await client.get("/v1/users/me")).status).toBe(401);
  });

  it("leaves the time of its last use", async () => {
    const { token, id } = await create(company.admin, ["clients_read"]);
    const used = async () => (await listTokens.execute(company.admin, {})).find((one) => one.id === id)?.lastUsedAt;
    expect(await used()).toBeNull();
    await http(app, token).get("/v1/users/me");
    await flushTokenUse();
    expect(Date.now() - Date.parse((await used()) ?? "")).toBeLessThan(10_000);
  });
});

describe("a token with an end", () => {
  const day = 86_400_000;
  const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
  const make = (expiresAt: string | null) =>
    createToken.execute(company.admin, { name: "Until", permissions: ["clients_read"], expiresAt });

  it("works until then, is refused by name from then on, and stays on the list [found S16]", async () => {
    const expiresAt = inDays(7);
    const { token, id } = await make(expiresAt);
    const client = http(app, token);
    expect((await client.get("/v1/users/me")).status).toBe(200);
    await systemPool().query(`update api_tokens set "expiresAt" = now() - interval '1 second' where "id" = $1`, [id]);
    forgetTokens({ companyId: company.companyId, id });
    const refused = await client.get("/v1/users/me");
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(refused.body).toMatchObject({ error: "unauthorized", message: "The API token has expired." });
    const unknown = await http(app, `${token.slice(0, -1)}${token.endsWith("x") ? "y" : "x"}`).get("/v1/users/me");
    expect(unknown.body).toMatchObject({ message: "The API token is unknown or revoked." });
    const listed = (await listTokens.execute(company.admin, {})).find((one) => one.id === id);
    expect(Date.parse(listed?.expiresAt ?? "")).toBeLessThan(Date.now());
    await revokeToken.execute(company.admin, { tokenId: id });
    expect((await client.get("/v1/users/me")).body).toMatchObject({ message: "The API token is unknown or revoked." });
  });

  it("is not remembered beyond its end [found S16]", async () => {
    const { token } = await make(new Date(Date.now() + 1500).toISOString());
    const refused = () => http(app, token).get("/v1/users/me");
    await expect.poll(async () => (await refused()).status, { interval: 50, timeout: 4500 }).toBe(401);
  });

  it("ends in the future or never [found S16]", async () => {
    expect((await make(null)).expiresAt).toBeNull();
    expect((await make("2999-12-31")).expiresAt).toBe("2999-12-31T00:00:00.000Z");
    for (const [expiresAt, code] of [
      [inDays(-1), "past"],
      ["soon", "invalid_date"],
      ["2999-02-31", "invalid_date"],
    ] as const) {
      await expect(make(expiresAt)).rejects.toMatchObject({
        code: "validation_error",
        message: expect.stringContaining("expiresAt"),
        details: [{ field: "expiresAt", code }],
      });
    }
  });
});

describe("the list of tokens", () => {
  it("shows administrators all, others their own, and none of another company", async () => {
    const [mine, theirs] = [await create(company.viewer, ["clients_read"]), await create(company.agent, ["chat_talk"])];
    const idsOf = async (actor: Actor) => (await listTokens.execute(actor, {})).map(({ id }) => id);
    expect(await idsOf(company.admin)).toEqual(expect.arrayContaining([mine.id, theirs.id]));
    expect(await idsOf(company.viewer)).toEqual([mine.id]);
    await expect(revokeToken.execute(company.viewer, { tokenId: theirs.id })).rejects.toMatchObject({
      code: "not_found",
    });
    const other = await furnishedCompany("Other");
    expect(await idsOf(other.admin)).not.toContain(mine.id);
    await expect(revokeToken.execute(other.admin, { tokenId: mine.id })).rejects.toMatchObject({ code: "not_found" });
  });

  it("is not for tokens: they cannot make others", async () => {
    const { actor } = await company.token(["admin"]);
    await expect(listTokens.execute(actor, {})).rejects.toMatchObject({ code: "forbidden" });
    await expect(create(actor, ["clients_read"])).rejects.toMatchObject({ code: "forbidden" });
  });
});
