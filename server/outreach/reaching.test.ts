import { afterEach, describe, expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { setOptOut } from "#server/channels/reaching.ts";
import { createContact } from "#server/contacts/creating.ts";
import { deleteContact } from "#server/contacts/deleting.ts";
import { readConversation } from "#server/conversations/list/listing.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { createTemplate } from "#server/templates/creating.ts";
import { sendTemplate } from "#server/templates/sending.ts";
import { recordSubmission } from "#server/templates/submitting.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { say } from "#server/testing/talking.ts";
import { offers, reach } from "./reaching.ts";
import { startConversation } from "./starting.ts";

const company = await openCompany("Acme", ["whatsapp"]);
const api = await openApi(company, ["chat_talk", "clients_read", "clients_write"]);
const whatsapp = company.given.whatsappChannelId ?? "";
const web = company.given.channelId ?? "";
const draft = { type: "text/plain" as const, body: "Hello" };
const templateId = company.given.templateId ?? "";

afterEach(() => shiftClock(0));

async function wayBy(channelId: string, to: { phone: string } | { contactId: string }) {
  const found = await reach.execute(company.admin, { to });
  const { writes, reason } = found.ways.find((way) => way.channelId === channelId) ?? {};
  return { contact: found.contact?.name, phone: found.phone, way: [writes, reason] };
}

describe("the ways to a person", () => {
  it("are a template for a number that nobody knows, and nothing where they never wrote [W5]", async () => {
    const to = { phone: "+54 9 11 4444-7001" };
    expect(await wayBy(whatsapp, to)).toEqual({
      ...{ contact: undefined, phone: "+5491144447001", way: ["template", "window"] },
    });
    expect((await wayBy(web, to)).way).toEqual(["nothing", "never_wrote"]);
    expect((await reach.execute(company.admin, { to })).contact).toBeNull();
  });

  it("are free words while the window is open, and a template after it [W5]", async () => {
    const phone = "+5491144447002";
    const input = { channelId: whatsapp, to: { phone, name: "Wilma" }, template: { templateId: Number(templateId) } };
    const { conversationId, contactId } = await startConversation.execute(company.admin, input);
    expect((await wayBy(whatsapp, { contactId })).way).toEqual(["template", "window"]);
    await say(api, conversationId, "visitor", { from: phone.slice(1) });
    expect(await wayBy(whatsapp, { contactId })).toEqual({ contact: "Wilma", phone, way: ["freely", ""] });
    expect((await wayBy(whatsapp, { phone: "011 15-4444-7002" })).way).toEqual(["nothing", "unreadable_phone"]);
    shiftClock(25 * hour);
    expect((await wayBy(whatsapp, { phone })).way).toEqual(["template", "window"]);
  });

  it("tell who is shown people masked only of whom they name, not whose an address is", async () => {
    const phone = "+5491144447055";
    const person = { websiteId: web, name: "Hilda", email: "hilda@example.com", phone };
    const { id: contactId } = await createContact.execute(company.admin, person);
    const sight = { read: "all", write: "all", teamIds: [], channelIds: [], masks: ["email"] } as const;
    const masked = { ...company.supervisor, sight };
    for (const to of [{ email: person.email }, { phone }]) {
      expect((await reach.execute(company.admin, { to })).contact?.id).toBe(contactId);
      expect((await reach.execute(masked, { to })).contact).toBeNull();
    }
    expect((await reach.execute(masked, { to: { contactId } })).contact?.id).toBe(contactId);
  });

  it("and what is written to an address does not tell them whose it is either [W5] [W11]", async () => {
    const phone = "+5491144447056";
    const person = { websiteId: web, name: "Irma", email: "irma@example.com", phone };
    const { id: contactId } = await createContact.execute(company.admin, person);
    const sight = { read: "all", write: "all", teamIds: [], channelIds: [], masks: ["phone", "email"] } as const;
    const masked = { ...company.supervisor, sight };
    const template = { templateId: Number(templateId), variables: { "1": "Ana" } };
    const start = async (to: object) => {
      const words = "email" in to ? { channelId: web, message: draft } : { channelId: whatsapp, template };
      return startConversation.execute(masked, { ...words, to } as Parameters<typeof startConversation.execute>[1]);
    };
    const seen = async (conversationId: string) => {
      const found = await readConversation.execute(company.admin, { conversationId });
      return [found.contactId, found.visitorName];
    };
    for (const to of [{ email: person.email }, { phone }]) {
      const started = await start(to);
      expect(started.contactId).toBe("");
      expect(await seen(started.conversationId)).toEqual(["", ""]);
    }
    const direct = { templateId: Number(templateId), destination: "+5491144447057", variables: { "1": "Ana" } };
    await createContact.execute(company.admin, { ...person, email: "", phone: direct.destination });
    expect(await seen((await sendTemplate.execute(masked, direct)).conversationId)).toEqual(["", ""]);
    const named = await start({ contactId });
    expect(named.contactId).toBe(contactId);
  });

  it("are none by a channel that is cut off [spec workspace]", async () => {
    const to = { phone: "+5491144447077" };
    for (const column of ["connected", "disconnectionRequested"]) {
      const flip = () =>
        systemPool().query(`update channels set "${column}" = not "${column}" where "id" = $1`, [whatsapp]);
      await flip();
      expect((await wayBy(whatsapp, to)).way).toEqual(["nothing", "not_connected"]);
      await flip();
    }
    expect((await wayBy(whatsapp, to)).way).toEqual(["template", "window"]);
  });

  it("say that a contact has no number [W5]", async () => {
    const { id: contactId } = await createContact.execute(company.admin, { websiteId: web, name: "Nora" });
    expect((await wayBy(whatsapp, { contactId })).way).toEqual(["nothing", "no_phone"]);
  });

  it("fill a template with what the contact has [W5]", async () => {
    const { id: contactId } = await createContact.execute(company.admin, { websiteId: web, name: "Olga Ortiz" });
    const { templates } = await offers.execute(company.admin, { channelId: whatsapp, to: { contactId } });
    expect(templates.map(({ template }) => template.id)).toContain(Number(templateId));
    const nobody = await offers.execute(company.admin, { channelId: whatsapp, to: { phone: "+5491144447009" } });
    expect(nobody.templates.every(({ values }) => Object.keys(values).length === 0)).toBe(true);
  });

  it("are no marketing templates to a number that wants none, also once its contact is gone [W5]", async () => {
    const components = [{ type: "BODY" as const, text: "Sale today" }];
    const named = { channelId: whatsapp, name: "reaching_sale", language: "en", category: "MARKETING" };
    const made = await createTemplate.execute(company.admin, { ...named, components });
    const approved = { templateId: made.id, externalId: `7${made.id}`, status: "APPROVED" };
    await recordSubmission.execute(systemActor(company.companyId), approved);
    const phone = "+5491144447088";
    const blocked = async (to = phone) => {
      const { templates } = await offers.execute(company.admin, { channelId: whatsapp, to: { phone: to } });
      return templates.filter((one) => one.blocked === "opted_out").map(({ template }) => template.id);
    };
    const { id: contactId } = await createContact.execute(company.admin, { websiteId: web, name: "Zoe", phone });
    expect(await blocked()).toEqual([]);
    await setOptOut.execute(company.admin, { contactId, optedOut: true });
    expect(await blocked()).toEqual([made.id]);
    await deleteContact.execute(company.admin, { contactId });
    expect([await blocked(), await blocked("+5491144447089")]).toEqual([[made.id], []]);
  });
});
