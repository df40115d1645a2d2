import { beforeAll, describe, expect, it } from "vitest";
import { hour } from "#server/base/clock.ts";
import { createContact } from "#server/contacts/creating.ts";
import type { Actor } from "#server/core/actor.ts";
import { openApi, openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { approvedTemplate } from "#server/testing/processes/campaigning.ts";
import { personWith } from "#server/testing/roles.ts";
import { createCampaign, dryRun } from "./creating.ts";
import { exportCampaign } from "./exporting.ts";
import { campaignDetail, copyCampaign, listCampaigns, listRecipients, readFullCampaign } from "./listing.ts";
import { runCampaigns } from "./running.ts";
import { cancelCampaign } from "./stopping.ts";

const company = await openCompany("Guarded", ["whatsapp"]);
await runPlatform();
const line = await Line.open(company);
const phone = "5491170004321";
const sites = ["websites_read", "websites_write"] as const;

const builder = await personWith(company, { name: "Builder", permissions: [...sites] });
const talker = await personWith(company, { name: "Talker", permissions: [...sites, "chat_talk"] });
const reader = await personWith(company, { name: "Reader", permissions: [...sites, "clients_read"] });
const marketer = await personWith(company, { name: "Marketer", permissions: [...sites, "chat_talk", "clients_read"] });
const looking = await personWith(company, {
  ...{ name: "Looking", permissions: [...sites, "chat_talk", "clients_read", "clients_write"], writeScope: "assigned" },
});
const { actor: narrow } = await company.token([...sites, "chat_talk", "clients_read_assigned"]);

let about: Parameters<typeof createCampaign.execute>[1];
let sentId: string;
let contactId: string;

beforeAll(async () => {
  const template = await approvedTemplate(company, line, "guarded", "Hola {{1}}, hay novedades hoy.");
  const contact = { websiteId: line.channelId, name: "Ana Ibarra", phone: `+${phone}` };
  contactId = (await createContact.execute(company.admin, contact)).id;
  about = {
    ...{ channelId: line.channelId, templateId: template.id, name: "Everybody", sendRate: 4800 },
    audience: { type: "filters", filters: { search: "Ana Ibarra" } },
  };
  sentId = (await createCampaign.execute(company.admin, about)).id;
  await runCampaigns(line.actor);
  await line.settled(20_000);
});

const later = () => ({ ...about, scheduledAt: new Date(Date.now() + hour).toISOString() });
const total = async () => (await listCampaigns.execute(company.admin, {})).pagination.total;

describe("a campaign [found S6]", () => {
  const lacking: [string, Actor, string[]][] = [
    ["a person who only changes channels and chatbots", builder, ["chat_talk", "clients_read"]],
    ["a person who does not read contacts", talker, ["clients_read"]],
    ["a person who does not talk", reader, ["chat_talk"]],
    ["a person who writes only to what is assigned to them", looking, ["scope"]],
    ["a token that reads what is assigned to its owner", narrow, ["clients_read"]],
  ];
  it.each(lacking)("is neither made, tried nor copied by %s", async (_who, actor, requiredPermissions) => {
    const before = await total();
    const refused = { code: "forbidden", extra: { requiredPermissions } };
    const { channelId, templateId, audience } = about;
    const filed = { type: "csv" as const, text: `phone,name\n+${phone},Ana` };
    for (const each of [audience, { type: "tags" as const, tags: ["vip"] }, filed]) {
      await expect(createCampaign.execute(actor, { ...later(), audience: each })).rejects.toMatchObject(refused);
      await expect(dryRun.execute(actor, { channelId, templateId, audience: each })).rejects.toMatchObject(refused);
    }
    await expect(copyCampaign.execute(actor, { campaignId: sentId })).rejects.toMatchObject(refused);
    expect(await total()).toBe(before);
  });

  it("is made by administrators and by who talks and reads all contacts; also others may cancel it", async () => {
    for (const actor of [company.admin, marketer]) {
      const { channelId, templateId, audience } = about;
      expect((await dryRun.execute(actor, { channelId, templateId, audience })).total).toBe(1);
      const { id } = await createCampaign.execute(actor, later());
      expect((await copyCampaign.execute(actor, { campaignId: id })).audience).toEqual(audience);
      expect((await cancelCampaign.execute(builder, { campaignId: id })).status).toBe("CANCELLED");
    }
    const { id } = company.supervisor;
    await expect(createCampaign.execute(company.supervisor, later()), id).rejects.toMatchObject({
      extra: { requiredPermissions: ["websites_write"] },
    });
  });
});

describe("the recipients of a campaign [found S6]", () => {
  const rows = async (actor: Actor, search?: string) =>
    (await listRecipients.execute(actor, { campaignId: sentId, ...(search ? { search } : {}) })).data;
  const said = async (actor: Actor) => ({
    ...{ recipients: await rows(actor), file: (await exportCampaign.execute(actor, { campaignId: sentId })).csv },
    ...{ detail: await campaignDetail.execute(actor, { campaignId: sentId }) },
    full: (await readFullCampaign.execute(actor, { campaignId: sentId })).events,
  });

  it("are shown by name and number to who reads all contacts", async () => {
    for (const actor of [company.admin, company.supervisor, reader]) {
      const { file, recipients, full, detail } = await said(actor);
      for (const value of [phone, "Ana Ibarra", contactId]) expect(file).toContain(value);
      expect(recipients).toMatchObject([{ destination: phone, name: "Ana Ibarra", contactId }]);
      expect(full).toMatchObject([{ destination: phone }]);
      expect(detail.audience.description).toBe("search: Ana Ibarra");
      expect(await rows(actor, "ibarra")).toHaveLength(1);
    }
  });

  it("are rows and states to everybody else, and not to be found by who they are", async () => {
    for (const actor of [builder, talker]) {
      const answer = await said(actor);
      const [row] = answer.recipients;
      expect(row).toMatchObject({ destination: "", name: "", contactId: "", conversationId: "", status: "read" });
      expect([answer.full.length, answer.full[0]?.id]).toEqual([1, row?.id]);
      expect(answer.detail.audience.description).toBe("search");
      expect(answer.file.trim().split("\r\n")[1]).toMatch(new RegExp(`^${row?.id},,,read,`));
      for (const value of [phone, "Ibarra", contactId]) expect(JSON.stringify(answer)).not.toContain(value);
      for (const search of ["ibarra", phone.slice(-4)]) expect(await rows(actor, search)).toEqual([]);
    }
  });

  it("are not found by a number that is masked for who looks [W11]", async () => {
    const masked = await personWith(company, {
      ...{ name: "Masked", permissions: ["websites_read", "clients_read"], maskedFields: ["phone"], readScope: "all" },
    });
    expect(await rows(masked, "Ibarra")).toMatchObject([{ name: "Ana Ibarra" }]);
    for (const search of [phone, phone.slice(0, 5), phone.slice(-4)]) expect(await rows(masked, search)).toEqual([]);
  });

  it("come over the API as the contract says: by websites_read of who reads all contacts (J8)", async () => {
    const path = `/v1/whatsapp/${line.channelId}/campaigns/${sentId}/full`;
    const shown = async (owner: Actor) => {
      const api = await openApi(company, ["websites_read"], owner);
      return (await api.get<{ events: { destination: string }[] }>(path)).body.events.map((one) => one.destination);
    };
    expect(await shown(company.admin)).toEqual([phone]);
    expect(await shown(builder)).toEqual([""]);
  });
});
