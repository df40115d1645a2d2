import { expect, it } from "vitest";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
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
