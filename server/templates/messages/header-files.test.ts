import sharp from "sharp";
import { expect, it } from "vitest";
import { day, hour } from "#server/base/clock.ts";
import { createCampaign } from "#server/campaigns/creating.ts";
import { startDue } from "#server/campaigns/running.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import type { Message } from "#server/messages/schema.ts";
import type { ScheduledMessage } from "#server/scheduled/schema.ts";
import { sendDue } from "#server/scheduled/sending.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { keyOfUrl } from "#server/uploads/storage.ts";
import { sweepUploads } from "#server/uploads/sweeping.ts";
import { createTemplate } from "../creating.ts";
import { sendPayload } from "../filling.ts";
import { sendTemplate } from "../sending.ts";
import { recordSubmission } from "../submitting.ts";

const company = await openCompany("Header files", ["talk", "whatsapp"]);
const api = await openApi(company);
const system = systemActor(company.companyId);
const channelId = company.given.whatsappChannelId ?? "";
const pdf = Buffer.from("%PDF-1.7 a contract").toString("base64");

async function template(name: string, format: string): Promise<number> {
  const components = [
    { type: "HEADER", format, example: { header_handle: ["4::sample"] } },
    { type: "BODY", text: "See here." },
  ];
  const about = { channelId, name, language: "en", category: "UTILITY", components: components as never };
  const { id } = await createTemplate.execute(company.admin, about);
  await recordSubmission.execute(system, { templateId: id, externalId: `6${id}`, status: "APPROVED" });
  return id;
}
const documents = await template("with_document", "DOCUMENT");

const upload = async () =>
  (await api.post<{ id: string; url: string }>("/v1/uploads", { content: pdf, fileName: "contract.pdf" })).body;
async function untilOf(id: string): Promise<number> {
  const { rows } = await systemPool().query<{ expiresAt: Date | null }>(
    `select "expiresAt" from uploads where "id" = $1`,
    [id],
  );
  return rows[0]?.expiresAt?.getTime() ?? 0;
}
const gone = (id: string) => systemPool().query(`delete from uploads where "id" = $1`, [id]);
async function conversation(): Promise<string> {
  const { companyId } = company;
  const about = {
    companyId,
    channelId,
    channel: "WHATSAPP",
    from: `549117000${Date.now() % 10_000}`,
    visitorPhone: "+5491170008001",
  };
  return (await api.post<{ id: string }>("/v1/conversations", about)).body.id;
}
type Refusal = { details?: { field: string; code: string }[] };
const faultOf = ({ status, body }: { status: number; body: Refusal }) => [
  status,
  body.details?.[0]?.field,
  body.details?.[0]?.code,
];

it("a file that a scheduled template takes along waits for it, and no longer when it is taken back [W8]", async () => {
  const file = await upload();
  const path = `/v1/conversations/${await conversation()}/scheduled-messages`;
  const sendAt = new Date(Date.now() + 20 * day).toISOString();
  const wanted = { sendAt, template: { templateId: documents, media: { link: file.url } } };
  const made = await api.post<ScheduledMessage>(path, wanted);
  expect(made.status).toBe(202);
  expect(await untilOf(file.id)).toBeGreaterThan(Date.now() + 20 * day);
  await api.delete(`${path}/${made.body.id}`);
  expect(await untilOf(file.id)).toBeLessThanOrEqual(Date.now() + day);
});

it("a header's file that is gone, or of another kind, is refused at once, and when it is to leave [W8, J6]", async () => {
  const file = await upload();
  const conversationId = await conversation();
  const path = `/v1/conversations/${conversationId}/scheduled-messages`;
  const media = { link: file.url };
  const wanted = { sendAt: new Date(Date.now() + hour).toISOString(), template: { templateId: documents, media } };
  const films = { ...wanted, template: { templateId: await template("with_film", "VIDEO"), media } };
  expect(faultOf(await api.post<Refusal>(path, films))).toEqual([400, "media.link", "type_not_supported"]);
  const { body: waiting } = await api.post<ScheduledMessage>(path, wanted);
  await gone(file.id);
  const refused = [400, "media.link", "unknown_reference"];
  expect(faultOf(await api.post<Refusal>(path, wanted))).toEqual(refused);
  const now = { templateId: documents, conversationId, media };
  expect(faultOf(await api.post<Refusal>(`/v1/whatsapp/${channelId}/template-messages`, now))).toEqual(refused);
  const many = { templateId: documents, contacts: [company.given.contactId], media };
  expect(faultOf(await api.post<Refusal>(`/v1/whatsapp/${channelId}/messages`, many))).toEqual(refused);
  await systemPool().query(`update scheduled_messages set "sendAt" = now() where "id" = $1`, [waiting.id]);
  await sendDue(system);
  expect((await api.get<object[]>(path)).body).toMatchObject([{ id: waiting.id, error: "validation_error" }]);
});

it("a picture that was sent stays in its conversation, and goes with it, another's copy apart [J7, P4]", async () => {
  const dot = await sharp({ create: { width: 4, height: 4, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const content = dot.toString("base64");
  const { url } = (await api.post<{ url: string }>("/v1/uploads", { content, fileName: "dot.png" })).body;
  const templateId = await template("with_picture", "IMAGE");
  const shown: string[] = [];
  for (const conversationId of [await conversation(), await conversation()]) {
    await sendTemplate.execute(company.admin, { templateId, conversationId, media: { link: url } });
    const messages = (await api.get<{ data: Message[] }>(`/v1/conversations/${conversationId}/messages`)).body.data;
    shown.push(...messages.flatMap(({ attachments }) => attachments.map((one) => one.image_url)));
  }
  expect(new Set(shown).size).toBe(2);
  const keys = shown.map((one) => keyOfUrl(one) ?? "");
  const { rows } = await systemPool().query<{ expiresAt: Date | null }>(
    `select "expiresAt" from uploads where "key" = any($1::text[]) and "conversationId" is not null`,
    [keys],
  );
  expect(rows).toEqual([{ expiresAt: null }, { expiresAt: null }]);
});

it("a campaign's file is there until its last message has left, and one that is gone makes no campaign [J8]", async () => {
  const file = await upload();
  const campaign = (ahead: number) =>
    createCampaign.execute(company.admin, {
      ...{ channelId, templateId: documents, name: "With a file", media: { link: file.url }, sendRate: 1 },
      audience: { type: "csv", text: "phone\n+5491170008101\n+5491170008102" },
      ...(ahead > 0 ? { scheduledAt: new Date(Date.now() + ahead).toISOString() } : {}),
    });
  await campaign(10 * day);
  expect(await untilOf(file.id)).toBeGreaterThan(Date.now() + 10 * day);
  await systemPool().query(`update uploads set "expiresAt" = now() + interval '1 minute' where "id" = $1`, [file.id]);
  await systemPool().query(`update campaigns set "scheduledAt" = now() where "companyId" = $1`, [company.companyId]);
  await startDue(system);
  // It stands in all of its conversations from then on.
  await sweepUploads(systemActor(company.companyId));
  expect(await untilOf(file.id)).toBe(0);
  await expect(campaign(day)).resolves.toMatchObject({ status: "SCHEDULED" });
  await gone(file.id);
  await expect(campaign(day)).rejects.toMatchObject({ code: "validation_error", details: [{ field: "media.link" }] });
});

it("only a document is sent with a name: the platform knows none on anything else [channels 2.1]", () => {
  const named = (format: string) => {
    const components = [{ type: "HEADER" as const, format: format as "IMAGE" }];
    const media = { link: "https://files.example/x", filename: "x" };
    return sendPayload({ elementName: "x", language: "en", components }, {}, media);
  };
  const withFile = (kind: string, file: object) => ({
    components: [{ type: "header", parameters: [{ type: kind, [kind]: file }] }],
  });
  const link = "https://files.example/x";
  expect(named("IMAGE")).toMatchObject(withFile("image", { link }));
  expect(JSON.stringify(named("VIDEO"))).not.toContain("filename");
  expect(named("DOCUMENT")).toMatchObject(withFile("document", { link, filename: "x" }));
});
