import { beforeAll, describe, expect, it } from "vitest";
import { day, hour, minute, shiftClock } from "#server/base/clock.ts";
import { createChannel } from "#server/channels/creating.ts";
import { receivePlatformChange } from "#server/channels/inbound/reflecting.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsDuring, eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { duplicateTemplate } from "./creating.ts";
import { applyPlatform, type Decision } from "./deciding.ts";
import { deleteTemplate, editTemplate } from "./editing.ts";
import { templateUsage } from "./listing.ts";
import type { WhatsAppTemplate } from "./schema.ts";
import { claimWaiting, recordSubmission } from "./submitting.ts";

let channelId: string;
let path: string;

const company = await openCompany("Acme", ["whatsapp"]);
const other = await furnishedCompany("Other", ["whatsapp"]);
const api = await openApi(company);

beforeAll(async () => {
  channelId = company.given.whatsappChannelId ?? "";
  path = `/v1/whatsapp/${channelId}/templates`;
});

const body = (text: string) => [{ type: "BODY", text }];
const draft = (name: string, more: object = {}) => ({
  name,
  language: "es_AR",
  category: "UTILITY",
  components: body("Hola {{1}}, tu pedido {{2}} está listo."),
  ...more,
});
const create = (name: string, more: object = {}) => api.post<WhatsAppTemplate>(path, draft(name, more));
const fields = (answer: { body: { details?: { field: string }[] } }) => answer.body.details?.map(({ field }) => field);
const system = () => systemActor(company.companyId);
const settle = (id: number, status: string, more: object = {}) =>
  recordSubmission.execute(system(), { templateId: id, status, externalId: `7${id}`, ...more });
const read = async (id: number) =>
  (await api.get<{ result: WhatsAppTemplate[] }>(path)).body.result.find((one) => one.id === id);

describe("GET /v1/whatsapp (J1)", () => {
  it("lists the WhatsApp channels and nothing else", async () => {
    const { body: answer } = await api.get<{ result: { id: string; type: string }[] }>("/v1/whatsapp");
    expect(answer.result).toMatchObject([{ id: channelId, type: "WHATSAPP_API", sandbox: true }]);
  });

  it("knows no other channel under its path", async () => {
    for (const id of [company.given.channelId, other.given.whatsappChannelId, "x"]) {
      expect((await api.get(`/v1/whatsapp/${id}/templates`)).status).toBe(404);
      expect((await api.post(`/v1/whatsapp/${id}/templates`, draft("nowhere"))).status).toBe(404);
    }
  });

  it("needs websites_read, and websites_write to create", async () => {
    const reader = http(app, (await company.token(["websites_read"])).secret);
    expect((await reader.get(path)).status).toBe(200);
    const refused = await reader.post(path, { nonsense: true });
    expect([refused.status, refused.body.requiredPermissions]).toEqual([403, ["websites_write"]]);
  });
});

describe("POST /v1/whatsapp/{channelId}/templates (J3)", () => {
  it("answers the template as PENDING, its examples filled in", async () => {
    const { status, body: made } = await create("order_ready");
    expect(status).toBe(200);
    expect(made).toMatchObject({
      elementName: "order_ready",
      status: "PENDING",
      category: "UTILITY",
      language: "es_AR",
      text: "Hola {{1}}, tu pedido {{2}} está listo.",
      components: [{ type: "BODY", example: { body_text: [["sample 1", "sample 2"]] } }],
      waiting: true,
    });
    expect(Number.isInteger(made.id)).toBe(true);
    expect(made.variables.map(({ key }) => key)).toEqual(["1", "2"]);
  });

  it("takes variables by name and parts of every kind", async () => {
    const components = [
      { type: "header", format: "image", example: { header_handle: ["https://example.com/a.png"] } },
      { type: "BODY", text: "Hola {name}, usá {code} hoy." },
      { type: "FOOTER", text: "Respondé BAJA para no recibir más" },
      {
        type: "BUTTONS",
        buttons: [
          { type: "QUICK_REPLY", text: "Sí" },
          { type: "URL", text: "Ver", url: "https://example.com/p?x={{1}}", example: ["abc"] },
          { type: "PHONE_NUMBER", text: "Llamar", phone_number: "+5491155551234" },
          { type: "COPY_CODE", example: "25OFF" },
        ],
      },
    ];
    const { status, body: made } = await create("named_parts", { components, category: "marketing" });
    expect([status, made.category, made.headerFormat]).toEqual([200, "MARKETING", "IMAGE"]);
    expect(made.variables.map(({ key }) => key)).toEqual(["name", "code", "button_1", "button_3"]);
  });

  it.each<[string, object, string]>([
    ["a name with capitals", { name: "Order" }, "name"],
    ["an unknown language", { language: "xx" }, "language"],
    ["an unknown category", { category: "SPAM" }, "category"],
    ["no body", { components: [{ type: "FOOTER", text: "x" }] }, "components"],
    ["two bodies", { components: [...body("a"), ...body("b")] }, "components"],
    ["an empty body", { components: body(" ") }, "components.0.text"],
    ["a body over 1024", { components: body("x".repeat(1025)) }, "components.0.text"],
    ["a gap in the variables", { components: body("a {{1}} b {{3}} c") }, "components.0.text"],
    ["variables from 0", { components: body("a {{0}} b {{1}} c") }, "components.0.text"],
    ["both styles", { components: body("a {{1}} b {name} c") }, "components.0.text"],
    ["a header over 60", { components: [{ type: "HEADER", text: "x".repeat(61) }, ...body("a")] }, "components.0.text"],
    [
      "a footer with a variable",
      { components: [...body("a"), { type: "FOOTER", text: "{{1}}" }] },
      "components.1.text",
    ],
    ["an unknown part", { components: [{ type: "CAROUSEL" }, ...body("a")] }, "components.0.type"],
    [
      "three links",
      {
        components: [
          ...body("a"),
          { type: "BUTTONS", buttons: [1, 2, 3].map((n) => ({ type: "URL", text: `${n}`, url: "https://a.example" })) },
        ],
      },
      "components.1.buttons",
    ],
  ])("refuses %s, naming the field", async (_, more, field) => {
    const answer = await create("refused", more);
    expect([answer.status, answer.body.error]).toEqual([400, "validation_error"]);
    expect(fields(answer)).toContain(field);
  });

  it("knows a name once per language, also when two come at once", async () => {
    expect((await create("twice")).status).toBe(200);
    expect((await create("twice")).body.error).toBe("already_exists");
    expect((await create("twice", { language: "en-US" })).body.language).toBe("en_US");
    const race = await Promise.all([create("race"), create("race"), create("race")]);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it("is a conflict on a WHATSAPP_BUSINESS channel", async () => {
    const { id } = await createChannel.execute(company.admin, { type: "WHATSAPP_BUSINESS", label: "Phone" });
    const answer = await api.post(`/v1/whatsapp/${id}/templates`, draft("business"));
    expect([answer.status, answer.body.error]).toEqual([409, "conflict"]);
    expect((await api.get<{ result: unknown[] }>(`/v1/whatsapp/${id}/templates`)).body.result).toEqual([]);
  });
});

describe("the list of templates (J4)", () => {
  it("is filtered by status, category and text; a known filter with a bad value is refused", async () => {
    await create("promo_june", { category: "MARKETING", components: body("Sale 100% off_now") });
    const names = async (query: string) =>
      (await api.get<{ result: WhatsAppTemplate[] }>(`${path}?${query}`)).body.result.map((one) => one.elementName);
    expect(await names("search=100%25%20off_")).toEqual(["promo_june"]);
    expect(await names("search=PROMO")).toEqual(["promo_june"]);
    expect(await names("category=MARKETING&status=pending")).toContain("promo_june");
    expect(await names("status=APPROVED,REJECTED")).toEqual(["order_update"]);
    expect((await api.get(`${path}?status=OLD`)).status).toBe(400);
    expect((await api.get(`${path}?nonsense=1`)).status).toBe(200);
  });
});

describe("the platform's decision", () => {
  it("moves a template, with reason and advice, and tells the screens", async () => {
    const { body: made } = await create("decided");
    await settle(made.id, "PENDING");
    const decide = (more: object) =>
      applyPlatform.execute(system(), { channelId, decisions: [{ name: "decided", language: "es-AR", ...more }] });
    await decide({
      status: "REJECTED",
      code: "INVALID_FORMAT",
      reason: "Parameters side by side.",
      advice: "Add text.",
    });
    expect(await read(made.id)).toMatchObject({
      status: "REJECTED",
      rejectionCode: "INVALID_FORMAT",
      rejectionReason: "Parameters side by side.",
      rejectionAdvice: "Add text.",
    });
    await decide({ status: "APPROVED" });
    expect(await read(made.id)).toMatchObject({ status: "APPROVED", rejectionReason: null });
    await decide({ status: "PAUSED" });
    await decide({ quality: "RED" });
    expect(await read(made.id)).toMatchObject({ status: "REJECTED", platformStatus: "PAUSED", quality: "RED" });
    const told = (await eventsOf(company)).filter(({ type }) => type === "template/changed").length;
    await decide({ quality: "RED" });
    expect((await eventsOf(company)).filter(({ type }) => type === "template/changed").length).toBe(told);
  });

  it("about an older wording is not taken for the new one", async () => {
    const { body: made } = await create("late_word");
    await settle(made.id, "PENDING");
    const decisions = [{ name: "late_word", language: "es_AR", status: "REJECTED" }];
    await applyPlatform.execute(system(), { channelId, decisions, at: new Date(Date.now() - hour) });
    expect((await read(made.id))?.status).toBe("PENDING");
  });

  it("brings in templates made elsewhere, and takes out those that are gone", async () => {
    const { body: made } = await create("listed");
    await settle(made.id, "APPROVED");
    const elsewhere = { externalId: "98765432109876543210", name: "elsewhere", language: "en", status: "APPROVED" };
    const decisions = [{ ...elsewhere, category: "UTILITY" as const, components: body("Made elsewhere") }];
    await applyPlatform.execute(system(), { channelId, decisions, complete: true });
    const found = (await api.get<{ result: WhatsAppTemplate[] }>(`${path}?search=elsewhere`)).body.result;
    expect(found).toMatchObject([{ elementName: "elsewhere", status: "APPROVED", text: "Made elsewhere" }]);
    expect(await read(made.id)).toMatchObject({ status: "REJECTED", platformStatus: "DELETED" });
  });
});

describe("what the platform tells out of order or changes itself", () => {
  const named = (name: string, more: object) => [{ name, language: "es_AR", ...more }];
  const list = async (decisions: Decision[], at: Date) => {
    // The others stay listed: this list is about one template.
    const { rows } = await systemPool().query<Decision>(
      `select "externalId", "elementName" as "name", "language" from templates
       where "companyId" = $1 and "externalId" is not null and "platformStatus" <> 'DELETED' and not "externalId" = any($2)`,
      [company.companyId, decisions.map(({ externalId }) => externalId)],
    );
    const all = [...rows, ...decisions];
    await applyPlatform.execute(system(), { channelId, decisions: all, complete: true, at });
  };
  const later = (ms: number) => new Date(Date.now() + ms);

  it("an older decision does not undo a later one [spec channels 2.6]", async () => {
    const { body: made } = await create("reinstated");
    await settle(made.id, "APPROVED");
    const decide = (decision: object, seconds: number) =>
      applyPlatform.execute(system(), {
        channelId,
        decisions: named("reinstated", decision),
        at: later(seconds * 1000),
      });
    await decide({ status: "REINSTATED" }, 60);
    await decide({ status: "PAUSED" }, 1);
    await decide({ quality: "YELLOW" }, 2);
    expect(await read(made.id)).toMatchObject({ status: "APPROVED", quality: "YELLOW" });
    await decide({ status: "PAUSED", quality: "RED" }, 61);
    await decide({ quality: "GREEN" }, 30);
    expect(await read(made.id)).toMatchObject({ status: "REJECTED", quality: "RED" });
  });

  it("a list that was asked for before does not undo what came meanwhile (J4)", async () => {
    const { body: made } = await create("raced");
    await settle(made.id, "PENDING");
    const asked = new Date();
    const { body: newer } = await create("raced_newer");
    await settle(newer.id, "PENDING");
    await applyPlatform.execute(system(), {
      channelId,
      decisions: named("raced", { status: "APPROVED" }),
      at: later(0),
    });
    const { rows } = await systemPool().query<Decision>(
      `select "externalId", "elementName" as "name", "language" from templates
       where "companyId" = $1 and "externalId" is not null and "platformStatus" <> 'DELETED' and "number" < $2`,
      [company.companyId, made.id],
    );
    const old = named("raced", { externalId: `7${made.id}`, status: "PENDING" });
    const input = { channelId, decisions: [...rows, ...old], complete: true, at: asked };
    await applyPlatform.execute(system(), input);
    expect(await read(made.id)).toMatchObject({ status: "APPROVED" });
    expect(await read(newer.id)).toMatchObject({ status: "PENDING", platformStatus: "PENDING" });
    await applyPlatform.execute(system(), { ...input, at: later(1000) });
    expect(await read(newer.id)).toMatchObject({ status: "REJECTED", platformStatus: "DELETED" });
  });

  it("new wording is taken over, its own samples stay [spec channels 2.5]", async () => {
    const file = "https://example.com/a.png";
    const components = [
      { type: "HEADER", format: "IMAGE", example: { header_handle: [file] } },
      { type: "BODY", text: "Hola {name}, usá {code} hoy." },
    ];
    const { body: made } = await create("reworded", { components });
    await settle(made.id, "APPROVED");
    const told = (text: string) => {
      const shown = [
        { type: "HEADER" as const, format: "IMAGE" as const, example: { header_handle: ["https://cdn.example/x"] } },
        { type: "BODY" as const, text },
      ];
      return { externalId: `7${made.id}`, name: "reworded", language: "es_AR", status: "APPROVED", components: shown };
    };
    await list([told("Hola {{name}}, usá {{code}} hoy.")], later(1000));
    expect(await read(made.id)).toMatchObject({ text: "Hola {name}, usá {code} hoy." });
    await list([told("Hola {{name}}, usá {{code}} en {{shop}} hoy.")], later(2000));
    const after = await read(made.id);
    expect(after?.text).toBe("Hola {{name}}, usá {{code}} en {{shop}} hoy.");
    expect(after?.variables.map(({ key }) => key)).toEqual(["name", "code", "shop"]);
    expect(after?.components).toMatchObject([{ example: { header_handle: [file] } }, {}]);
    const events = await eventsDuring(company, () =>
      receivePlatformChange.execute(system(), {
        ...{ channelId, field: "message_template_components_update", at: new Date() },
        value: { message_template_id: `7${made.id}`, message_template_name: "reworded" },
      }),
    );
    const { rows } = await systemPool().query(
      `select from events where "companyId" = $1 and "type" = 'template/sync'`,
      [company.companyId],
    );
    expect([events.length, rows.length]).toEqual([0, 1]);
  });

  it("a template deleted while it was on its way is deleted there too, and does not come back", async () => {
    const { body: made } = await create("short_lived");
    await deleteTemplate.execute(company.admin, { templateId: made.id });
    await settle(made.id, "APPROVED");
    const taskOf = async () =>
      (
        await systemPool().query(`select "task" from templates where "companyId" = $1 and "number" = $2`, [
          company.companyId,
          made.id,
        ])
      ).rows[0]?.task;
    expect(await taskOf()).toBe("delete");
    const there = { externalId: `7${made.id}`, name: "short_lived", language: "es_AR", status: "APPROVED" };
    const asked = later(0);
    const whole = [{ ...there, category: "UTILITY" as const, components: body("Gone") as Decision["components"] }];
    await list(whole, asked);
    await settle(made.id, "DELETED");
    await list(whole, asked);
    expect(await taskOf()).toBe("");
    const found = (await api.get<{ result: unknown[] }>(`${path}?search=short_lived`)).body.result;
    expect(found).toEqual([]);
  });
});

describe("editing (J4)", () => {
  const edit = (templateId: number, text: string) =>
    editTemplate.execute(company.admin, { templateId, components: body(text) });

  it("sends a rejected one back to review as often as one likes", async () => {
    const { body: made } = await create("mended");
    await settle(made.id, "REJECTED", { code: "INVALID_FORMAT", reason: "No." });
    for (const text of ["One {{1}} two.", "Two {{1}} three."]) {
      expect(await edit(made.id, text)).toMatchObject({
        status: "PENDING",
        text,
        rejectionReason: null,
        waiting: true,
      });
    }
  });

  it("of an approved one is possible once a day and ten times in 30 days, its category fixed", async () => {
    const { body: made } = await create("edited_often");
    await settle(made.id, "APPROVED");
    const change = { templateId: made.id, category: "MARKETING", components: body("x") };
    await expect(editTemplate.execute(company.admin, change)).rejects.toMatchObject({ code: "validation_error" });
    for (let edits = 0; edits < 10; edits += 1) {
      shiftClock(edits * (day + hour));
      await edit(made.id, `Edit ${edits} for {{1}} today.`);
      await settle(made.id, "APPROVED");
      await expect(edit(made.id, "again")).rejects.toMatchObject({ code: "limit_reached" });
    }
    shiftClock(11 * (day + hour));
    await expect(edit(made.id, "the eleventh")).rejects.toMatchObject({ code: "limit_reached" });
    shiftClock(31 * day);
    expect((await edit(made.id, "A month later {{1}} again.")).status).toBe("PENDING");
    shiftClock(0);
  });

  it("waits while the platform reviews", async () => {
    const { body: made } = await create("reviewed");
    await settle(made.id, "PENDING");
    await expect(edit(made.id, "too early")).rejects.toMatchObject({ code: "conflict" });
  });

  it("copies into another language, and frees the name of what is deleted", async () => {
    const { body: made } = await create("copied");
    const copy = await duplicateTemplate.execute(company.admin, { templateId: made.id, language: "pt_BR" });
    expect(copy).toMatchObject({ elementName: "copied", language: "pt_BR", status: "PENDING", text: made.text });
    await expect(
      duplicateTemplate.execute(company.admin, { templateId: made.id, language: "pt_BR" }),
    ).rejects.toMatchObject({ code: "already_exists" });
    expect(await deleteTemplate.execute(company.admin, { templateId: made.id })).toEqual({
      id: made.id,
      deleted: true,
    });
    await expect(templateUsage.execute(company.admin, { templateId: made.id })).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await create("copied")).status).toBe(200);
  });
});

describe("what waits for the platform", () => {
  it("is claimed by one at a time, and only while its channel is connected", async () => {
    const connect = (connected: boolean) =>
      systemPool().query(`update channels set "connected" = $1 where "id" = $2`, [connected, channelId]);
    const claimed = async () => {
      const claims = await Promise.all([1, 2, 3].map(() => claimWaiting.execute(system(), {})));
      return claims.flatMap(({ template }) => template?.id ?? []);
    };
    await connect(false);
    expect(await claimed()).toEqual([]);
    await connect(true);
    const all: string[] = [];
    for (let round = await claimed(); round.length > 0; round = await claimed()) all.push(...round);
    expect(all.length).toBeGreaterThan(5);
    expect(new Set(all).size).toBe(all.length);
    shiftClock(2 * minute);
    expect((await claimed()).length).toBe(3);
    shiftClock(0);
  });
});
