import { expect, it } from "vitest";
import { day, hour } from "#server/base/clock.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse } from "#server/testing/talking.ts";
import { sweepUploads } from "#server/uploads/sweeping.ts";
import { sendDue } from "./sending.ts";

const company = await openCompany("Acme", ["whatsapp"]);
const api = await openApi(company);
const content = Buffer.from("%PDF-1.7 a contract").toString("base64");

async function waiting(conversationIds: readonly string[], by: "uploadId" | "url") {
  const file = (await api.post<{ id: string; url: string }>("/v1/uploads", { content, fileName: "contract.pdf" })).body;
  const named = by === "url" ? { url: file.url } : { uploadId: file.id };
  const sendAt = new Date(Date.now() + 20 * hour).toISOString();
  const ids: string[] = [];
  for (const id of conversationIds) {
    const path = `/v1/conversations/${id}/scheduled-messages`;
    const { status, body } = await api.post<{ id: string }>(path, {
      sendAt,
      message: { type: "file", message: { ...named, caption: "" } },
    });
    expect(status).toBeLessThan(300);
    ids.push(body.id);
  }
  const left = async () => {
    await sweepUploads(systemActor(company.companyId));
    const { rows } = await systemPool().query<{ expiresAt: Date }>(`select "expiresAt" from uploads where "id" = $1`, [
      file.id,
    ]);
    return rows[0]?.expiresAt.getTime();
  };
  return { ids, left };
}

it("a file goes with the conversation in which it waited, unless another message takes it along [P4, W8]", async () => {
  const [one, two] = [await converse(api, company), await converse(api, company)];
  const { left } = await waiting([one.id, two.id], "url");
  await api.delete(`/v1/conversations/${one.id}`);
  expect(await left()).toBeGreaterThan(Date.now() + day);
  await api.delete(`/v1/conversations/${two.id}`);
  expect(await left()).toBeUndefined();
  const three = await converse(api, company);
  const uploaded = await waiting([three.id], "uploadId");
  expect(await uploaded.left()).toBeDefined();
  await api.delete(`/v1/conversations/${three.id}`);
  expect(await uploaded.left()).toBeUndefined();
});

it("a file of a message that was taken back waits for a day, as it did before [W2, W8]", async () => {
  const { id } = await converse(api, company);
  const { ids, left } = await waiting([id], "url");
  await api.delete(`/v1/conversations/${id}/scheduled-messages/${ids[0]}`);
  expect(await left()).toBeLessThanOrEqual(Date.now() + day);
});

it("a file waits as long as its message, also where that is moved to a later time [W8]", async () => {
  const { id } = await converse(api, company);
  const { ids, left } = await waiting([id], "url");
  const sendAt = new Date(Date.now() + 30 * day).toISOString();
  await api.patch(`/v1/conversations/${id}/scheduled-messages/${ids[0]}`, { sendAt });
  expect(await left()).toBeGreaterThan(Date.now() + 30 * day);
});

it("a message whose file is gone does not leave: it stays, and says so [W8]", async () => {
  const { id } = await converse(api, company);
  const { ids } = await waiting([id], "url");
  await systemPool().query(`delete from uploads where "companyId" = $1 and "conversationId" is null`, [
    company.companyId,
  ]);
  const path = `/v1/conversations/${id}/scheduled-messages`;
  const { status, body } = await api.post<{ details: object[] }>(`${path}/${ids[0]}/send`, {});
  expect([status, body.details]).toMatchObject([400, [{ field: "message.url", code: "unknown_reference" }]]);
  await systemPool().query(`update scheduled_messages set "sendAt" = now() where "id" = $1`, [ids[0]]);
  await sendDue(systemActor(company.companyId));
  expect((await api.get<object[]>(path)).body).toMatchObject([{ id: ids[0], error: "validation_error" }]);
});
