import { expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import type { Permission } from "#server/core/permissions.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";

const company = await openCompany("Blind", ["webhook"]);

/** A delivery about a person, and the receiver's answer about them. */
async function deliver(): Promise<string> {
  const { companyId, given } = company;
  const [deliveryId, logId, contactId] = [newId(), newId(), newId()];
  const data = { id: contactId, name: "Petra", email: "petra@example.com", status: "new", rating: 3 };
  const body = JSON.stringify({ event: "contact/created", timestamp: "2026-01-02T03:04:05.678Z", data });
  await systemPool().query(
    `insert into webhook_deliveries ("companyId", "id", "webhookId", "eventId", "event", "body", "status")
     values ($1, $2, $3, $4, 'contact/created', $5, 'succeeded')`,
    [companyId, deliveryId, given.webhookId, newId(), body],
  );
  await systemPool().query(
    `insert into webhook_attempts ("companyId", "id", "webhookId", "deliveryId", "url", "event", "attempt", "statusCode",
       "responseBody", "success", "durationMs")
     values ($1, $2, $3, $4, 'https://hooks.invalid/parley', 'contact/created', 1, 200, 'thanks for Petra', true, 5)`,
    [companyId, logId, given.webhookId, deliveryId],
  );
  return logId;
}

type Log = { id: string; event: string; payload: { data: Record<string, unknown> }; responseBody: string };
type Logs = { data: Log[]; pagination: { total: number } };

const logs = async (permissions: readonly Permission[], query = "") => {
  const { secret } = await company.token(permissions);
  const answer = await http(app, secret).get<Logs>(`/v1/webhooks/${company.given.webhookId}/logs?${query}`);
  expect(answer.status).toBe(200);
  return answer;
};

it("webhooks_read alone tells how deliveries fare, and of whom only with clients_read [found S5]", async () => {
  const id = await deliver();
  for (const blind of [["webhooks_read"], ["webhooks_read", "clients_read_assigned"]] as const) {
    const { text, body } = await logs(blind);
    const found = body.data.find((one) => one.id === id);
    expect(found).toMatchObject({ event: "contact/created", responseBody: "" });
    expect(found?.payload.data).toMatchObject({ name: "", email: "", status: "new", rating: 3 });
    expect(text).not.toMatch(/petra/i);
    expect((await logs(blind, "search=petra")).body.pagination.total).toBe(0);
  }
  const { body } = await logs(["webhooks_read", "clients_read"], "search=petra");
  expect(body.data.map((one) => one.payload.data.name)).toEqual(["Petra"]);
});
