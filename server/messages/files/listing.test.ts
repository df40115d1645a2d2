import { expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import { viewForVisitor } from "#server/visitors/viewing.ts";
import { listFiles } from "./listing.ts";

const company = await openCompany();
const api = await openApi(company, ["chat_talk", "clients_read", "clients_write"]);

type Stored = { id: string; url: string };
const store = async (fileName: string, content: string) =>
  (await api.post<Stored>("/v1/uploads", { content: Buffer.from(content).toString("base64"), fileName })).body;

it("lists files of a conversation and of a contact, newest first, with what they are [W2]", async () => {
  const { id } = await converse(api, company);
  await say(api, id, "visitor", { body: "no file here" });
  const from = { from: company.agent.id, fromType: "user" };
  for (const name of ["one.txt", "two.txt"]) {
    const { id: uploadId } = await store(name, name);
    await api.post(`/v1/conversations/${id}/messages`, { ...from, type: "file", message: { uploadId } });
  }
  const picture = { url: "https://shop.example/door.png", caption: "The door" };
  await api.post(`/v1/conversations/${id}/messages`, { ...from, type: "image", message: picture });
  const { files, before } = await listFiles.execute(company.admin, { conversationId: id });
  expect(files).toMatchObject([
    { kind: "image", name: "The door", url: picture.url, conversationId: id },
    { kind: "file", name: "two.txt", contentType: "text/plain", size: 7 },
    { kind: "file", name: "one.txt" },
  ]);
  expect(before).toBeNull();
  const older = await listFiles.execute(company.admin, { conversationId: id, cursor: files[1]?.messageId });
  expect(older.files.map(({ name }) => name)).toEqual(["one.txt"]);
  await captureContact.execute(systemActor(company.companyId), { conversationId: id, name: "Fay" });
  const { contactId } = await reread(api, id);
  const ofContact = await listFiles.execute(company.admin, { contactId });
  expect(ofContact.files).toHaveLength(3);
});

it("a file that was given out under a former address is shown under the present one, any other as it is [P4]", async () => {
  const { id } = await converse(api, company);
  const from = { from: company.agent.id, fromType: "user" };
  const { id: uploadId, url } = await store("old.txt", "old");
  await api.post(`/v1/conversations/${id}/messages`, { ...from, type: "file", message: { uploadId } });
  const elsewhere = `https://shop.example/uploads/${"k".repeat(32)}.png`;
  await api.post(`/v1/conversations/${id}/messages`, { ...from, type: "image", message: { url: elsewhere } });
  const former = url.replace(env.publicUrl, env.previousUrls[0] ?? "");
  expect(former).toMatch(/^https:\/\/former/);
  await systemPool().query(
    `update messages set "attachments" = replace("attachments"::text, $2, $3)::jsonb, "extra" = replace("extra"::text, $2, $3)::jsonb
     where "conversationId" = $1`,
    [id, url, former],
  );
  type Shown = { attachments: { image_url: string }[]; extra?: { files?: { url: string }[] } };
  const { body } = await api.get<{ data: Shown[] }>(`/v1/conversations/${id}/messages?order=desc`);
  expect(body.data.slice(0, 2)).toMatchObject([
    { attachments: [{ image_url: elsewhere }] },
    { attachments: [{ image_url: url }], extra: { files: [{ url }] } },
  ]);
  const shown = (
    await systemPool().query(
      `select * from messages where "conversationId" = $1 and "type" <> 'command' order by "seq" desc`,
      [id],
    )
  ).rows;
  expect(shown.slice(0, 2).map((row) => viewForVisitor(row))).toMatchObject([
    { imageUrl: elsewhere },
    { imageUrl: "", file: { url, name: "old.txt" } },
  ]);
  const { files } = await listFiles.execute(company.admin, { conversationId: id });
  expect(files).toMatchObject([{ url: elsewhere }, { url, name: "old.txt", size: 3 }]);

  // Sent again, it is a file of ours: a copy for the other conversation.
  const other = await converse(api, company);
  const again = { ...from, type: "file", message: { url: former } };
  const sent = await api.post<Shown>(`/v1/conversations/${other.id}/messages`, again);
  const copy = sent.body.attachments[0]?.image_url ?? "";
  expect([copy.startsWith(`${env.publicUrl}/uploads/`), copy === url]).toEqual([true, false]);
});
