import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPassword } from "#server/core/passwords.ts";
import { inCompany } from "#server/db/pool.ts";
import { rows, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { closeDoors, openDoors } from "#server/testing/doors.ts";
import { createCompany } from "./creating.ts";

beforeAll(openDoors);
afterAll(closeDoors);

const admin = { name: "Ana", email: " Ana@Example.com ", password: "a long enough one" };

async function companies(): Promise<number> {
  const { rows } = await systemPool().query<{ n: number }>("select count(*) as n from companies");
  return rows[0]?.n ?? 0;
}

describe("a new company", () => {
  it("begins with its admin, four phases, a web channel and its chatbot", async () => {
    const { companyId, userId, phaseIds, channelId, chatbotId } = await createCompany({ name: " Acme ", admin });
    const found = await inCompany(companyId, async () => ({
      company: await rows(sql`select "name", "email", "planId", "statuses" from companies`),
      users: await rows<{ passwordHash: string }>(
        sql`select "id", "email", "role", "active", "passwordHash" from users`,
      ),
      phases: await rows(sql`select "id", "name", "order", "type" from phases order by "order"`),
      channels: await rows(sql`select "id", "label", "type", "connected", "chatbotId" from channels`),
    }));
    expect(found.company).toEqual([{ name: "Acme", email: "Ana@Example.com", planId: "own", statuses: ["active"] }]);
    const [user] = found.users;
    expect(user).toMatchObject({ id: userId, email: "ana@example.com", role: "admin", active: true });
    expect(await isPassword(admin.password, user?.passwordHash)).toBe(true);
    expect(found.phases).toEqual([
      { id: phaseIds[0], name: "New", order: 0, type: "progress" },
      { id: phaseIds[1], name: "In progress", order: 1, type: "progress" },
      { id: phaseIds[2], name: "Won", order: 2, type: "success" },
      { id: phaseIds[3], name: "Lost", order: 3, type: "lost" },
    ]);
    expect(found.channels).toEqual([{ id: channelId, label: "Website", type: "WEBSITE", connected: true, chatbotId }]);
  });

  it("is not made at all when a part of it fails", async () => {
    const before = await companies();
    await expect(createCompany({ name: "Acme", planId: "no such plan", admin })).rejects.toMatchObject({
      code: "validation_error",
      message: expect.stringContaining('There is no plan "no such plan". These are: '),
      details: [expect.objectContaining({ field: "planId" })],
    });
    await expect(createCompany({ name: "", admin })).rejects.toMatchObject({ code: "validation_error" });
    await expect(createCompany({ name: "Acme", admin: { ...admin, password: "12345678" } })).rejects.toMatchObject({
      code: "validation_error",
      details: [{ field: "admin.password", code: "too_common" }],
    });
    expect(await companies()).toBe(before);
  });
});
