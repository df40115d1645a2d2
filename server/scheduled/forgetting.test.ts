import { expect, it } from "vitest";
import { day, hour } from "#server/base/clock.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse } from "#server/testing/talking.ts";
import { sweepUploads } from "#server/uploads/sweeping.ts";

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
