import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { receivePlatformChange } from "#server/channels/inbound/reflecting.ts";
import { setOptOut } from "#server/channels/reaching.ts";
import { createContact } from "#server/contacts/creating.ts";
import { readContact } from "#server/contacts/list/listing.ts";
import { addContactTag } from "#server/contacts/tagging.ts";
import { addTag } from "#server/conversations/tags/tagging.ts";
import { inCompany, inTransaction } from "#server/db/pool.ts";
import { row, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { readableTemplate, type TemplateRow } from "#server/templates/access.ts";
import { createTemplate } from "#server/templates/creating.ts";
import { applyPlatform } from "#server/templates/deciding.ts";
import { deliverWaiting } from "#server/templates/delivering.ts";
import { wishOf } from "#server/templates/following.ts";
import { listTemplates } from "#server/templates/listing.ts";
import { submitWaiting } from "#server/templates/platform/syncing.ts";
import { sendTemplate } from "#server/templates/sending.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { approvedTemplate, campaignOf, csvOf, templateMessagesOf } from "#server/testing/processes/campaigning.ts";
import { createCampaign, dryRun, testSend } from "./creating.ts";
import { RecipientSorter } from "./excluding.ts";
import { exportCampaign } from "./exporting.ts";
import { firstWidth } from "./feeding.ts";
import { campaignDetail, copyCampaign, listRecipients, readCampaign } from "./listing.ts";
import { recipientsOf } from "./recipients.ts";
import { runCampaigns, startDue } from "./running.ts";
import { scheduledTime } from "./scheduling.ts";
import { cancelCampaign } from "./stopping.ts";
import { watchCampaigns } from "./watching.ts";

let templateId: number;
let next = 5_491_170_001_100;

const company = await openCompany("Campaigner", ["whatsapp"]);
const other = await furnishedCompany("Other", ["whatsapp"]);
await runPlatform();
const line = await Line.open(company);
const api = await openApi(company);
const { admin, companyId } = company;

beforeAll(async () => {
  templateId = (await approvedTemplate(company, line, "promo", "Hola {{1}}, hay novedades hoy.")).id;
});

async function contact(name: string, tag: string, phone?: string): Promise<string> {
  next += 1;
  const { id } = await createContact.execute(company.admin, {
    websiteId: line.channelId,
    name,
    phone: phone ?? `+${next}`,
  });
  await addContactTag.execute(company.admin, { contactId: id, tag });
  return id;
}

const create = (tag: string, more: object = {}) =>
  createCampaign.execute(company.admin, {
    channelId: line.channelId,
    templateId,
    name: `To ${tag}`,
    audience: { type: "tags", tags: [tag] },
    sendRate: 4800,
    ...more,
  });

/** Sends everything and lets every status come in. */
async function run(): Promise<void> {
  await runCampaigns(line.actor);
  await line.settled(20_000);
  await watchCampaigns.execute(line.actor, {});
}
const read = (campaignId: string) => readCampaign.execute(company.admin, { campaignId });

describe("templates and the simulator (J2)", () => {
  it("decides within two seconds, REJECTED where the body says reject", async () => {
    const made = await createTemplate.execute(company.admin, {
      channelId: line.channelId,
      name: "bad_words",
      language: "es",
      category: "UTILITY",
      components: [{ type: "BODY", text: "Please reject me" }],
    });
    await submitWaiting(line.actor);
    await line.settled();
    const { result } = await listTemplates.execute(company.admin, { channelId: line.channelId, search: "bad_words" });
    expect(result).toMatchObject([
      { id: made.id, status: "REJECTED", waiting: false, rejectionCode: "INVALID_FORMAT" },
    ]);
    expect(result[0]?.rejectionAdvice).toContain("Take the word out");
  });

  it("sends directly, with statuses up to read, or failed and sent by the end of the number", async () => {
    const wanted = { "5491170000007": "read", "5491170000001": "failed", "5491170000002": "sent" };
    for (const destination of Object.keys(wanted))
      await sendTemplate.execute(company.admin, {
        templateId,
        destination: `+${destination}`,
        variables: { "1": "Ana" },
      });
    await deliverWaiting(line.actor);
    await line.settled();
    for (const [peer, status] of Object.entries(wanted)) {
      const [message] = await line.messages(await line.conversation(peer));
      const { rows } = await systemPool().query(
        `select "status", "failureCode" from campaign_messages where "messageId" = $1`,
        [message?.id],
      );
      expect([message?.status, rows[0]?.status]).toEqual([status, status]);
      expect(rows[0]?.failureCode).toBe(status === "failed" ? "131026" : null);
      expect(await line.phone(peer)).toHaveLength(1);
    }
  });
});

describe("a campaign", () => {
  it("freezes its audience, sends to each once, and says why the others got nothing", async () => {
    const ids = [await contact("Ana", "vip"), await contact("Bob", "vip"), await contact("Zoe", "vip", "")];
    const out = await contact("Out", "vip");
    await setOptOut.execute(company.admin, { contactId: out, optedOut: true });
    await contact("Twin", "vip", `+${next - 3}`);
    await contact("Unlucky", "vip", "+5491170000001");
    const campaign = await create("VIP");
    expect(campaign).toMatchObject({
      status: "SCHEDULED",
      sentCount: 0,
      failedCount: 0,
      templateId: String(templateId),
    });
    await run();
    await contact("Late", "vip");
    await run();
    const after = await read(campaign.id);
    expect(after).toMatchObject({ status: "SENT", sentCount: 2, failedCount: 4 });
    expect(after.eventCounter).toMatchObject({ read: 2, failed: 1, invalid: 3, pending: 0, enqueued: 0, answered: 0 });
    const events = await templateMessagesOf(campaign.id);
    const reasons = events.flatMap(({ failureCode }) => failureCode ?? []).sort();
    expect(reasons).toEqual(["131026", "duplicate", "no_phone", "opted_out"]);
    expect(events.find(({ contactId }) => contactId === ids[0])?.variables).toEqual({ "1": "Ana" });
    const told = (await eventsOf(company)).filter(
      ({ type, data }) => type === "campaign/changed" && data.id === campaign.id,
    );
    expect(told.length).toBeGreaterThan(2);
    expect(told.length).toBeLessThan(40);
    const detail = await campaignDetail.execute(company.admin, { campaignId: campaign.id });
    expect(detail).toMatchObject({ recipients: 6, audience: { type: "tags", description: "VIP" }, stopCode: null });
    expect(detail.failures.map(({ code }) => code).sort()).toEqual(reasons);
    const { csv, fileName, rows, nextCursor } = await exportCampaign.execute(company.admin, {
      campaignId: campaign.id,
    });
    expect([fileName, csv.trim().split("\r\n").length, rows]).toEqual(["campaign-To-VIP.csv", 7, 6]);
    expect(nextCursor).toBeNull();
  });

  it("is made once of what was counted, also where the answer was lost and it is asked for again, or twice at once", async () => {
    await contact("Ana", "impatient");
    const content = { channelId: line.channelId, templateId, audience: { type: "tags" as const, tags: ["impatient"] } };
    const { campaignId } = await dryRun.execute(company.admin, content);
    const twice = await Promise.all([create("impatient", { campaignId }), create("impatient", { campaignId })]);
    expect(twice.map(({ id }) => id)).toEqual([campaignId, campaignId]);
    await run();
    expect(await create("impatient", { campaignId })).toMatchObject({ id: campaignId, status: "SENT", sentCount: 1 });
    await run();
    expect(await templateMessagesOf(campaignId)).toHaveLength(1);
    const runs = (await eventsOf(company)).filter(
      ({ type, data }) => type === "campaign/run" && data.id === campaignId,
    );
    expect(runs).toHaveLength(1);
  });

  it("counts who answers, and leaves alone who says so", async () => {
    const [ana, bob] = [await contact("Ana", "answering"), await contact("Bob", "answering")];
    const campaign = await create("answering");
    await run();
    const rows = await templateMessagesOf(campaign.id);
    await line.customer(rows[0]?.destination ?? "", { text: "Me interesa" });
    await line.customer(rows[1]?.destination ?? "", { text: " ¡Baja! " });
    await line.settled();
    expect((await read(campaign.id)).eventCounter).toMatchObject({ read: 2, answered: 2 });
    const again = await create("answering");
    await run();
    expect((await read(again.id)).eventCounter).toMatchObject({ read: 1, invalid: 1 });
    expect((await templateMessagesOf(again.id)).find(({ failureCode }) => failureCode)).toMatchObject({
      contactId: bob,
      failureCode: "opted_out",
    });
    expect((await readContact.execute(company.admin, { contactId: ana })).name).toBe("Ana");
    const words = ["STOP", "stop.", "Salir", "BAJA", "Alta", "no pares", "stop sending me this every day please"];
    expect(["Sair", "PARAR!", "voltar", "quero sair agora"].map(wishOf)).toEqual(["out", "out", "in", null]);
    expect(wishOf("لا stop!")).toBeNull();
    expect(words.map(wishOf)).toEqual(["out", "out", "out", "out", "in", null, null]);
  });

  it("an answer is one to what left before it and arrived [spec channels 6]", async () => {
    await contact("Early", "early");
    await contact("Failed", "early", "+5491170300001");
    const early = String(next - 1);
    const campaign = await create("early");
    await run();
    const say = (from: string, timestamp: number) =>
      line.change({
        contacts: [{ wa_id: from, profile: { name: from } }],
        messages: [
          { from, id: `wamid.${from}.${timestamp}`, timestamp: String(timestamp), type: "text", text: { body: "Hi" } },
        ],
      });
    const seconds = Math.floor(Date.now() / 1000);
    await say(early, seconds - 3600);
    await say("5491170300001", seconds);
    const counter = async () => (await read(campaign.id)).eventCounter;
    expect(await counter()).toMatchObject({ read: 1, failed: 1, answered: 0 });
    await say(early, seconds);
    expect(await counter()).toMatchObject({ read: 1, failed: 1, answered: 1 });
  });

  it("waits for its time in the company's zone, and can be cancelled; nothing leaves afterwards", async () => {
    await contact("Ana", "later");
    const campaign = await create("later", { scheduledAt: new Date(Date.now() + 2 * hour).toISOString() });
    await run();
    expect((await read(campaign.id)).status).toBe("SCHEDULED");
    shiftClock(3 * hour);
    expect((await cancelCampaign.execute(company.admin, { campaignId: campaign.id })).status).toBe("CANCELLED");
    await run();
    shiftClock(0);
    expect(await templateMessagesOf(campaign.id)).toEqual([]);
    expect((await cancelCampaign.execute(company.admin, { campaignId: campaign.id })).status).toBe("CANCELLED");
    const now = new Date("2026-11-21T12:00:00Z");
    const zone = "America/Argentina/Buenos_Aires";
    expect(scheduledTime("2026-11-22T10:00", zone, now).toISOString()).toBe("2026-11-22T13:00:00.000Z");
    expect(scheduledTime("2026-11-22T10:00-05:00", zone, now).toISOString()).toBe("2026-11-22T15:00:00.000Z");
    expect(scheduledTime("2027-03-14T02:30", "America/New_York", now).toISOString()).toBe("2027-03-14T07:30:00.000Z");
    expect(scheduledTime("2027-03-28T02:30", "Europe/Madrid", now).toISOString()).toBe("2027-03-28T01:30:00.000Z");
    expect(scheduledTime("2027-03-14T04:00", "America/New_York", now).toISOString()).toBe("2027-03-14T08:00:00.000Z");
    // Shown twice, where clocks go back: the first time, in every zone.
    expect(scheduledTime("2027-11-07T01:30", "America/New_York", now).toISOString()).toBe("2027-11-07T05:30:00.000Z");
    expect(scheduledTime("2027-10-31T02:30", "Europe/Madrid", now).toISOString()).toBe("2027-10-31T00:30:00.000Z");
    expect(scheduledTime("2027-04-04T03:00", "Pacific/Chatham", now).toISOString()).toBe("2027-04-03T13:15:00.000Z");
    for (const past of ["2025-12-01T10:00", "2026-11-21T11:54:00Z"])
      expect(() => scheduledTime(past, "UTC", now)).toThrowError(expect.objectContaining({ code: "validation_error" }));
    expect(scheduledTime("2026-11-21T11:58", "UTC", now).toISOString()).toBe("2026-11-21T11:58:00.000Z");
    expect(scheduledTime(undefined, zone, now)).toEqual(now);
  });

  it("stops with the reason when the platform will take nothing more, and keeps the rest pending", async () => {
    for (let index = 0; index < 60; index += 1) await contact(`P${index}`, "stopping");
    await line.faults({ errorRate: 100, errorCode: 131048 });
    const campaign = await create("stopping");
    await run();
    await line.faults({});
    const after = await read(campaign.id);
    expect([after.status, after.stopReason]).toEqual(["STOPPED", "Too many messages were reported as spam."]);
    expect(after.eventCounter.failed).toBeGreaterThan(0);
    // What was under way when the first refusal came: no more than that leaves before anything has been accepted.
    expect(after.eventCounter.failed).toBeLessThanOrEqual(firstWidth);
    expect(after.eventCounter.pending + after.eventCounter.failed).toBe(60);
    await expect(cancelCampaign.execute(company.admin, { campaignId: campaign.id })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("stops for failures of its first messages that were told only after many more had left [spec channels 6]", async () => {
    const { text } = csvOf(80, 5_491_160_071_000);
    const campaign = await campaignOf(company, line, templateId, text);
    await startDue(line.actor);
    const outcome = (status: string, code: string | null, after: number, count: number) =>
      systemPool().query(
        `update campaign_messages set "status" = $2, "failureCode" = $3, "failureReason" = $3, "claimedAt" = now(),
           "externalId" = 'wamid.' || "number"
         where "id" in (select "id" from campaign_messages where "campaignId" = $1 order by "number" offset $4 limit $5)`,
        [campaign.id, status, code, after, count],
      );
    await outcome("sent", null, 0, 70);
    await outcome("failed", "131026", 5, 9);
    const watched = async () => {
      await watchCampaigns.execute(line.actor, {});
      return (await read(campaign.id)).status;
    };
    expect(await watched()).toBe("SENDING");
    await outcome("failed", "131026", 60, 5);
    expect(await watched()).toBe("SENDING");
    await outcome("failed", "131026", 20, 1);
    expect(await watched()).toBe("STOPPED");
    expect((await read(campaign.id)).stopReason).toBe("10 of the first 50 messages failed.");
  });

  it("stops when its template is paused", async () => {
    const paused = await approvedTemplate(company, line, "paused_one", "Hola {{1}}, otra vez nosotros.");
    await contact("Ana", "pausing");
    const campaign = await create("pausing", { templateId: paused.id });
    const decisions = [{ name: "paused_one", language: "es", status: "PAUSED" }];
    await applyPlatform.execute(line.actor, { channelId: line.channelId, decisions });
    await run();
    expect(await read(campaign.id)).toMatchObject({ status: "STOPPED" });
    await expect(create("pausing", { templateId: paused.id })).rejects.toMatchObject({ code: "template_not_approved" });
  });
});

it("stops while the number's quality is RED [spec channels 6]", async () => {
  await contact("Ana", "red");
  const rate = (event: string) =>
    receivePlatformChange.execute(line.actor, {
      ...{ channelId: line.channelId, field: "phone_number_quality_update", at: new Date() },
      value: { display_phone_number: line.account.number, event, current_limit: "TIER_1K" },
    });
  await rate("FLAGGED");
  const campaign = await create("red");
  await run();
  await rate("UNFLAGGED");
  expect(await read(campaign.id)).toMatchObject({ status: "STOPPED", stopReason: expect.stringContaining("RED") });
  expect(await templateMessagesOf(campaign.id)).toEqual([]);
});

describe("before it is sent", () => {
  const text = "Teléfono;Nombre;Código\n+5491171110011;Ana;A1\n123;Bob;B2\n+5491171110011;Eva;C3\n+5491171110012;;D4";
  const audience = { type: "csv" as const, text };

  it("a file is read with its faults by line", async () => {
    const input = { channelId: line.channelId, templateId, audience };
    const result = await dryRun.execute(company.admin, input);
    expect([result.total, result.sendable]).toEqual([4, 1]);
    expect(result.rows.map(({ row, code }) => [row, code])).toEqual([
      [3, "no_phone"],
      [4, "duplicate"],
      [5, "missing_variable"],
    ]);
    expect(result.samples).toEqual([
      { destination: "5491171110011", name: "Ana", text: "Hola Ana, hay novedades hoy." },
    ]);
    const variables = { "1": { from: "column" as const, value: "Código", fallback: "?" } };
    const mapped = await dryRun.execute(company.admin, { ...input, variables });
    expect(mapped.samples.map((one) => one.text)).toEqual([
      "Hola A1, hay novedades hoy.",
      "Hola D4, hay novedades hoy.",
    ]);
    const foreign = { type: "csv" as const, text: "phone;Имя;Город;#;%\n+5491171110013;Анна;Тула;7;15" };
    for (const [value, said] of [
      ["Имя", "Анна"],
      ["Город", "Тула"],
      ["#", "7"],
    ] as const) {
      const from = {
        ...input,
        audience: foreign,
        variables: { "1": { from: "column" as const, value, fallback: "?" } },
      };
      expect((await dryRun.execute(company.admin, from)).samples[0]?.text).toBe(`Hola ${said}, hay novedades hoy.`);
    }
    for (const [bad, field] of [
      ["a,b\n1,2", "audience.phoneColumn"],
      ["phone", "audience.text"],
    ] as const) {
      const wrong = { ...input, audience: { type: "csv" as const, text: bad } };
      await expect(dryRun.execute(company.admin, wrong)).rejects.toMatchObject({ details: [{ field }] });
    }
    const unknown = { ...input, variables: { nine: { from: "text" as const, value: "x" } } };
    await expect(dryRun.execute(company.admin, unknown)).rejects.toMatchObject({
      details: [{ field: "variables.nine" }],
    });
  });

  it("a file is read as spreadsheets write it: its first line, its empty rows, a number beside the phone", async () => {
    const rows = async (file: string) => {
      const input = { channelId: line.channelId, templateId, audience: { type: "csv" as const, text: file } };
      const result = await dryRun.execute(company.admin, input);
      return [result.samples.map((one) => one.destination), result.rows.map(({ row, code }) => [row, code])];
    };
    expect(await rows("sep=;\r\nphone;name\r\n+5491171110021;Ana")).toEqual([["5491171110021"], []]);
    expect(await rows("number,name,phone\n12345678,Ana,+5491171110022")).toEqual([["5491171110022"], []]);
    expect(await rows("phone,name\n\n,\n123,Ana\n+5491171110023,Bob")).toEqual([["5491171110023"], [[4, "no_phone"]]]);
  });

  it("contacts are chosen by the contact list's filters; a bad one is refused", async () => {
    await contact("Filtered Person", "filtering");
    const of = (filters: Record<string, string | string[]>) =>
      dryRun.execute(company.admin, { channelId: line.channelId, templateId, audience: { type: "filters", filters } });
    expect((await of({ name: "Filtered Person" })).total).toBe(1);
    await expect(of({ status: "nonsense" })).rejects.toMatchObject({ details: [{ field: "audience.filters.status" }] });
    // A name that is no filter would reach everybody.
    const filters = { tag: "vip" };
    const unknown = { message: "audience.filters has fields that do not exist: tag." };
    await expect(of(filters)).rejects.toMatchObject(unknown);
    await expect(create("nobody", { audience: { type: "filters", filters } })).rejects.toMatchObject(unknown);
  });

  it("many who are found by a text are searched for once, however many pages they fill", async () => {
    await systemPool().query(
      `insert into contacts ("companyId", "id", "name", "entryMethod")
       select $1, (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid, 'Multitude ' || n, 'API'
       from generate_series(1, 1100) n`,
      [company.companyId],
    );
    const searches: string[] = [];
    const original = pg.Client.prototype.query;
    Reflect.set(pg.Client.prototype, "query", function (this: pg.Client, ...given: unknown[]) {
      const text = String(Reflect.get(Object(given[0]), "text") ?? given[0]);
      if (text.includes("parley_find_contacts")) searches.push(text);
      return Reflect.apply(original, this, given);
    });
    const audience = { type: "filters" as const, filters: { search: "multitude" } };
    const asked = dryRun.execute(company.admin, { channelId: line.channelId, templateId, audience });
    const { total } = await asked.finally(() => Reflect.set(pg.Client.prototype, "query", original));
    expect([total, searches.length]).toEqual([1100, 1]);
    await systemPool().query(`delete from contacts where "companyId" = $1 and "name" like 'Multitude %'`, [
      company.companyId,
    ]);
  });

  it("a comma within an item of a filter divides nothing where the filter is a list", async () => {
    const destination = "+5491171110077";
    await contact("Comma Person", "comma", destination);
    const sent = await sendTemplate.execute(company.admin, { templateId, destination, variables: { "1": "Ana" } });
    await addTag.execute(company.admin, { conversationId: sent.conversationId, tag: "test ride" });
    const totalOf = async (conversationTags: string | string[]) => {
      const audience = { type: "filters" as const, filters: { conversationTags } };
      return (await dryRun.execute(company.admin, { channelId: line.channelId, templateId, audience })).total;
    };
    expect(await totalOf("vip, test ride")).toBe(1);
    expect(await totalOf(["vip, test ride"])).toBe(0);
  });

  it("one may try it on oneself, and begin anew from an old one", async () => {
    const sent = await testSend.execute(company.admin, {
      channelId: line.channelId,
      templateId,
      destination: "+5491171119999",
    });
    expect(sent).toMatchObject({ destination: "5491171119999", status: "enqueued" });
    const campaign = await create("copying", { audience, scheduledAt: new Date(Date.now() + hour).toISOString() });
    const copy = await copyCampaign.execute(company.admin, { campaignId: campaign.id });
    expect(copy).toMatchObject({ audience, templateId: String(templateId), sendRate: 4800, name: "To copying" });
  });
});

describe("/v1/whatsapp/{channelId}/campaigns (J8)", () => {
  it("lists, reads in full and in short, and keeps other channels and companies apart", async () => {
    const path = `/v1/whatsapp/${line.channelId}/campaigns`;
    const list = await api.get<{ pagination: { total: number }; result: { id: string; status: string }[] }>(path);
    const [first] = list.body.result;
    expect(list.body.pagination.total).toBe(list.body.result.length);
    const stopped = await api.get<{ result: { status: string }[] }>(`${path}?status=STOPPED`);
    expect(new Set(stopped.body.result.map(({ status }) => status))).toEqual(new Set(["STOPPED"]));
    expect((await api.get(`${path}?status=OLD`)).status).toBe(400);
    const full = await api.get<{ events: { id: number }[]; eventCounter: object }>(`${path}/${first?.id}/full`);
    expect([full.status, Array.isArray(full.body.events)]).toEqual([200, true]);
    const simple = await api.get<object>(`${path}/${first?.id}/simple`);
    expect(simple.body).toMatchObject({ id: first?.id, eventCounter: full.body.eventCounter });
    expect(simple.body).not.toHaveProperty("events");
    const elsewhere = `/v1/whatsapp/${company.given.whatsappChannelId}/campaigns/${first?.id}/full`;
    for (const wrong of [elsewhere, `${path}/${other.given.campaignId}/full`, `${path}/x/simple`])
      expect((await api.get(wrong)).status).toBe(404);
  });

  it("knows no way to create, cancel or resend one, nor lists", async () => {
    const path = `/v1/whatsapp/${line.channelId}`;
    const { id } = await create("nothing", { scheduledAt: new Date(Date.now() + hour).toISOString() });
    const ways = ["campaigns", "lists", `campaigns/${id}/cancel`, `campaigns/${id}/resend`];
    for (const way of ways) expect([way, (await api.post(`${path}/${way}`, {})).status]).toEqual([way, 404]);
    expect((await api.delete(`${path}/campaigns`)).status).toBe(405);
  });

  it("pages the recipients without gaps, by status and by search", async () => {
    const stopped = (
      await api.get<{ result: { id: string }[] }>(`/v1/whatsapp/${line.channelId}/campaigns?status=STOPPED`)
    ).body.result;
    const campaignId = stopped.at(-1)?.id ?? "";
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await listRecipients.execute(company.admin, { campaignId, limit: 25, cursor });
      expect(page.pagination.total).toBe(60);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.pagination.nextCursor ?? undefined;
    } while (cursor);
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
    const one = await listRecipients.execute(company.admin, { campaignId, search: "P17", status: "pending,failed" });
    expect(one.data.map(({ name }) => name)).toEqual(["P17"]);
  });
});

describe("many recipients", () => {
  const audience = { type: "tags" as const, tags: ["many"] };
  let campaignId: string;
  let template: TemplateRow;

  beforeAll(async () => {
    for (const name of ["Ana", "Bob"]) await contact(name, "many");
    campaignId = (await create("many", { scheduledAt: new Date(Date.now() + hour).toISOString() })).id;
    template = await inCompany(companyId, () => readableTemplate(admin, templateId, line.channelId));
    await systemPool().query(
      `insert into campaign_messages ("companyId", "id", "number", "campaignId", "channelId", "templateId", "destination", "name", "status")
       select $1, gen_random_uuid(), 100000 + n, $2, $3, $4, '549117' || n, 'Person ' || n, 'read' from generate_series(1, 2001) n`,
      [companyId, campaignId, line.channelId, template.id],
    );
  });

  it("exports a campaign a thousand recipients at a time, and each of them once", async () => {
    const pieces: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const piece = await exportCampaign.execute(admin, { campaignId, ...(cursor ? { cursor } : {}) });
      pieces.push(piece.csv);
      sizes.push(piece.rows);
      cursor = piece.nextCursor;
    }
    expect(sizes).toEqual([1000, 1000, 1]);
    const lines = pieces.join("").trim().split("\r\n");
    expect([pieces[0]?.[0], lines[0]]).toEqual(["\ufeff", expect.stringMatching(/^id,destination,name,/)]);
    expect(lines.slice(1).map((one) => one.split(",")[2])).toEqual(
      Array.from({ length: 2001 }, (_, index) => `Person ${index + 1}`),
    );
    const told = await systemPool().query(
      `select from events where "companyId" = $1 and "type" = 'export/made' and "data"->>'id' = $2`,
      [companyId, campaignId],
    );
    expect(told.rowCount).toBe(1);
    await expect(exportCampaign.execute(admin, { campaignId, cursor: "x" })).rejects.toMatchObject({
      details: [{ field: "cursor" }],
    });
  });

  it("refuses an audience of more people than a campaign takes before it looks at the first of them", async () => {
    const some = (most: number) =>
      inCompany(companyId, () => recipientsOf(admin, audience, { country: undefined }, most).next());
    await expect(some(1)).rejects.toMatchObject({ code: "limit_reached" });
    expect((await some(2)).value).toHaveLength(2);
  });

  it("looks once for numbers that are not to be tried again so soon, however many recipients there are", async () => {
    const sorter = new RecipientSorter(
      admin,
      { campaignId: null, template: { ...template, category: "MARKETING" }, variables: {}, media: null },
      new Date(),
    );
    const looks = async () =>
      (
        await row<{ looks: number }>(sql`
          select "seq_scan" + coalesce("idx_scan", 0) as "looks" from pg_stat_xact_user_tables
          where "relname" = 'campaign_messages'`)
      )?.looks ?? 0;
    const made = await inTransaction(companyId, async () => {
      const before = await looks();
      for (let round = 0; round < 4; round += 1)
        for await (const some of recipientsOf(admin, audience, { country: undefined })) await sorter.sort(some);
      return (await looks()) - before;
    });
    expect(made).toBe(1);
  });
});
