import { beforeAll, describe, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { createChatbot, deleteChatbot, readChatbot, updateChatbot } from "../managing.ts";
import type { QuestionNode } from "../schema.ts";

let base: string;

const company = await openCompany();
const api = await openApi(company, ["websites_read", "websites_write"]);

beforeAll(async () => {
  base = `/v1/chatbots/${company.given.chatbotId}`;
});

const list = () => `${base}/chatbot-config/question-list`;
const settings = () => `${base}/chatbot-config/settings`;

type Nodes = QuestionNode[];

async function version(): Promise<number> {
  return Number((await api.get(list())).headers.get("etag")?.replaceAll('"', ""));
}

describe("settings (H3)", () => {
  it("are read whole, changed shallowly, keep unknown keys and count their saves", async () => {
    const before = (await api.get<{ version: number; title: string }>(settings())).body;
    expect(before).toMatchObject({ title: "Assistant", enabled: true, muted: false, lang: "en" });
    const sent = {
      global_fulfillment_url: "https://x.example/f",
      mine: { deep: [1] },
      are_you_there: { send_after: 60 },
    };
    const { status, body } = await api.patch<Record<string, unknown>>(settings(), sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...sent, title: "Assistant", version: before.version + 1 });
    const again = await api.patch<Record<string, unknown>>(settings(), {
      are_you_there: { other: 1, send_after: 5 },
      version: 99,
    });
    expect(again.body).toMatchObject({ mine: { deep: [1] }, are_you_there: { other: 1, send_after: 5 } });
    expect(again.body.version).toBe(before.version + 2);
    expect((await api.get(settings())).body).toEqual(again.body);
    await api.patch(settings(), { global_fulfillment_url: "" });
  });

  it("of several people at once are all kept, and a stale If-Match is refused", async () => {
    const { version: first } = (await api.get<{ version: number }>(settings())).body;
    const parts = [{ shut_up_message: "Bye" }, { close_conversation_after: 5 }, { tags: ["one"] }, { of_others: 1 }];
    await Promise.all(parts.map((part) => api.patch(settings(), part)));
    const whole = Object.assign({ version: first + parts.length }, ...parts);
    expect((await api.get(settings())).body).toMatchObject(whole);
    const on = (version: number) =>
      api.call("PATCH", settings(), { tags: [] }, { headers: { "if-match": `"${version}"` } });
    expect([(await on(first)).status, (await on(whole.version)).status]).toEqual([412, 200]);
    await api.patch(settings(), { shut_up_message: "", close_conversation_after: 0 });
  });

  it.each([
    ["lang", { lang: "xx" }],
    ["global_fulfillment_url", { global_fulfillment_url: "ftp://x.example" }],
    ["assign_priority.0", { assign_priority: ["SOMEBODY"] }],
    ["close_conversation_after", { close_conversation_after: -1 }],
    ["businessHoursConfiguration.timeZone", { businessHoursConfiguration: { timeZone: "Mars/Olympus" } }],
    [
      "welcome_back_messages.0.type",
      { welcome_back_messages: [{ channel: "*", type: "X", fire_after: 1, messages: [] }] },
    ],
  ])("name the field at fault: %s", async (field, sent) => {
    const { status, body } = await api.patch(settings(), sent);
    expect([status, body.error]).toEqual([400, "validation_error"]);
    expect(body.details?.map((one) => one.field)).toContain(field);
  });

  it("hold at most 64 KB", async () => {
    const { status, body } = await api.patch(settings(), { big: "x".repeat(65_600) });
    expect([status, body.error]).toEqual([400, "validation_error"]);
  });

  it("mute the bot and rename it, as the list of chatbots shows", async () => {
    await api.patch(settings(), { muted: true, chatbotName: "Inner", title: "Outer" });
    const found = (await api.get<{ id: string }[]>("/v1/chatbots")).body.find(
      (one) => one.id === company.given.chatbotId,
    );
    expect(found).toMatchObject({ isMuted: true, name: "Inner", title: "Outer" });
    await api.patch(settings(), { muted: false, title: "Assistant" });
  });
});

describe("the question list (H5, H7)", () => {
  it("is an array with the version as its ETag, found by a channel's id too (H1)", async () => {
    const { headers, body } = await api.get<Nodes>(list());
    expect(body.map((one) => one.internal_name)).toEqual(["greeting", "name", "email", "phone", "thanks"]);
    expect(headers.get("etag")).toBe('"1"');
    const byChannel = await api.get<Nodes>(`/v1/chatbots/${company.given.channelId}/chatbot-config/question-list`);
    expect(byChannel.body).toEqual(body);
  });

  it("is replaced whole, keeps unknown fields and gives missing ids", async () => {
    const before = await version();
    const sent = [
      { internal_name: "a", text: ["A?"], mine: { x: 1 }, id: 7 },
      {
        internal_name: "b",
        parent: "a",
        response_type: "LIST",
        response_options: ["x", "y"],
        actions: [{ name: "GOTO", params: [7] }],
      },
    ];
    const { status, headers, body } = await api.put<Nodes>(list(), sent);
    expect([status, headers.get("etag")]).toEqual([200, `"${before + 1}"`]);
    expect(body).toMatchObject([
      { id: 7, mine: { x: 1 }, response_type: "TEXT" },
      { id: 8, parent: "a" },
    ]);
    expect((await api.get(list())).body).toEqual(body);
    expect((await eventsOf(company)).at(-1)?.type).toBe("chatbot/changed");
  });

  it.each([
    ["1.internal_name", [{ internal_name: "a" }, { internal_name: "a" }]],
    [
      "1.id",
      [
        { internal_name: "a", id: 3 },
        { internal_name: "b", id: 3 },
      ],
    ],
    ["0.internal_name", [{ internal_name: "has space" }]],
    ["0.internal_name", [{}]],
    ["0.parent", [{ internal_name: "a", parent: "gone" }]],
    [
      "1.parent",
      [
        { internal_name: "a", parent: "b" },
        { internal_name: "b", parent: "a" },
      ],
    ],
    ["0.go_to_internal_name", [{ internal_name: "a", go_to_internal_name: "gone" }]],
    ["0.actions.0.params.0", [{ internal_name: "a", actions: [{ name: "GOTO_INTERNAL", params: ["gone"] }] }]],
    ["0.response_type", [{ internal_name: "a", response_type: "MAYBE" }]],
    ["0.actions.0.name", [{ internal_name: "a", actions: [{ name: "JUMP" }] }]],
    ["0.response_options.0", [{ internal_name: "a", response_type: "REGEX", response_options: ["(?=x)"] }]],
    ["0.response_options.0", [{ internal_name: "a", response_type: "REGEX", response_options: ["("] }]],
    ["0.fulfillment_url", [{ internal_name: "a", fulfillment_url: "javascript:alert(1)" }]],
    [
      "0.conditions_to_show.0",
      [{ internal_name: "a", conditions_to_show: [{ type: "slot", slot: "x", operator: "?" }] }],
    ],
  ])("stores nothing where %s is at fault", async (field, sent) => {
    const before = await api.get(list());
    const { status, body } = await api.put(list(), sent);
    expect([status, body.error]).toEqual([400, "validation_error"]);
    expect(body.details?.map((one) => one.field)).toContain(field);
    const after = await api.get(list());
    expect([after.body, after.headers.get("etag")]).toEqual([before.body, before.headers.get("etag")]);
  });

  it("takes arrays only, of at most questions_limit nodes", async () => {
    expect((await api.put(list(), { nodes: [] })).status).toBe(400);
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ internal_name: `n${index}` }));
    expect((await api.put(list(), many(200))).status).toBe(200);
    expect((await api.put(list(), many(201))).body.details?.[0]).toMatchObject({ code: "too_many" });
    await api.patch(settings(), { questions_limit: 2 });
    expect((await api.put(list(), many(3))).status).toBe(400);
    await api.patch(settings(), { questions_limit: 200 });
  });

  it("refuses a stale If-Match and lets only one of two writers through", async () => {
    const etag = `"${await version()}"`;
    const put = (name: string, ifMatch: string) =>
      api.put(list(), [{ internal_name: name }], { headers: { "if-match": ifMatch } });
    const both = await Promise.all([put("one", etag), put("two", etag)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await put("three", etag)).body.error).toBe("precondition_failed");
    expect((await put("three", "*")).status).toBe(200);
  });

  it("needs websites_write to write and websites_read to read", async () => {
    const reader = http(app, (await company.token(["websites_read"])).secret);
    const writer = http(app, (await company.token(["websites_write"])).secret);
    expect((await reader.get(list())).status).toBe(200);
    expect((await reader.put(list(), [])).body.requiredPermissions).toEqual(["websites_write"]);
    expect((await writer.get(settings())).body.requiredPermissions).toEqual(["websites_read"]);
  });
});

describe("ids of nodes", () => {
  it("that are missing are given also beside the largest one there is", async () => {
    const nodes = [
      { internal_name: "a", id: Number.MAX_SAFE_INTEGER },
      { internal_name: "b" },
      { internal_name: "c", id: 1 },
    ];
    const { status, body } = await api.put<Nodes>(list(), nodes);
    expect([status, body.map(({ id }) => id)]).toEqual([200, [Number.MAX_SAFE_INTEGER, 2, 1]]);
  });
});

describe("versions (H8)", () => {
  it("keep what was before each save, newest first, and bring it back as a new one", async () => {
    await api.put(list(), [{ internal_name: "first" }]);
    const first = await version();
    await api.put(list(), [{ internal_name: "second" }, { internal_name: "third" }]);
    const versions = (await api.get<{ version: number; nodeCount: number; author: string }[]>(`${list()}/versions`))
      .body;
    expect(versions[0]).toMatchObject({ version: first, nodeCount: 1, author: "Test" });
    expect(versions.map((one) => one.version)).toEqual(versions.map((_, index) => first - index));
    const old = await api.get<Nodes>(`${list()}/versions/${first}`);
    expect(old.body).toMatchObject([{ internal_name: "first" }]);
    const { status, body, headers } = await api.post<Nodes>(`${list()}/versions/${first}/restore`);
    expect([status, body, headers.get("etag")]).toEqual([200, old.body, `"${first + 2}"`]);
    expect((await api.get(list())).body).toEqual(old.body);
    for (const unknown of ["999999", "x", "-1", "1.5", "1e2", "99999999999"]) {
      expect((await api.get(`${list()}/versions/${unknown}`)).status, unknown).toBe(404);
      expect((await api.post(`${list()}/versions/${unknown}/restore`)).status, unknown).toBe(404);
    }
  });
});

describe("the appearance (H9)", () => {
  it("has defaults, keeps what is not sent and refuses what is no colour", async () => {
    expect((await api.get(`${base}/appearance`)).body).toMatchObject({
      widgetStyle: "round",
      enabled: true,
      saluteTime: 0,
    });
    const { body } = await api.put(`${base}/appearance`, { color: "#112233", askEmail: true });
    expect(body).toMatchObject({ color: "#112233", askEmail: true, widgetStyle: "round" });
    expect((await api.get(`${base}/appearance`)).body).toEqual(body);
    const wrong = await api.put(`${base}/appearance`, { color: "red" });
    expect(wrong.body.details?.[0]?.field).toBe("color");
  });
});

describe("chatbotWithAi (H10)", () => {
  const withAi = async () =>
    (await api.get<{ id: string; chatbotWithAi: boolean }[]>("/v1/chatbots")).body.find(
      ({ id }) => id === company.given.chatbotId,
    )?.chatbotWithAi;

  it("is true while the global address or an enabled node's points to an AI endpoint", async () => {
    await systemPool().query(
      `update companies set "settings" = "settings" || '{"aiEndpoints": ["https://ai.example/"]}' where "id" = $1`,
      [company.companyId],
    );
    await api.put(list(), [{ internal_name: "a" }]);
    expect(await withAi()).toBe(false);
    await api.patch(settings(), { global_fulfillment_url: "https://ai.example/v1" });
    expect(await withAi()).toBe(true);
    await api.patch(settings(), { global_fulfillment_url: "" });
    const node = { internal_name: "a", fulfillment_url: "https://ai.example/n" };
    await api.put(list(), [node]);
    expect(await withAi()).toBe(true);
    await api.put(list(), [{ ...node, disabled: true }]);
    expect(await withAi()).toBe(false);
  });
});

describe("chatbots of the dashboard", () => {
  it("are made, copied, renamed and deleted; one that serves a channel stays", async () => {
    const { admin, given } = company;
    const made = await createChatbot.execute(admin, { name: "Night", lang: "es" });
    expect(made).toMatchObject({ name: "Night", title: "Asistente", channels: [], nodeCount: 5 });
    await api.put(`/v1/chatbots/${made.id}/chatbot-config/question-list`, [{ internal_name: "only" }]);
    const copy = await createChatbot.execute(admin, { name: "Copy", copyOf: made.id });
    expect(copy).toMatchObject({ name: "Copy", nodeCount: 1, version: 1, title: "Asistente" });
    expect(await updateChatbot.execute(admin, { chatbotId: copy.id, name: "Kopie", muted: true })).toMatchObject({
      name: "Kopie",
      isMuted: true,
    });
    await deleteChatbot.execute(admin, { chatbotId: copy.id });
    await expect(readChatbot.execute(admin, { chatbotId: copy.id })).rejects.toMatchObject({ code: "not_found" });
    await expect(deleteChatbot.execute(admin, { chatbotId: given.chatbotId ?? "" })).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

describe("another company's chatbot", () => {
  it("is not there", async () => {
    const other = await furnishedCompany("Elsewhere");
    const path = `/v1/chatbots/${other.given.chatbotId}`;
    for (const part of [
      "/chatbot-config/settings",
      "/chatbot-config/question-list",
      "/chatbot-config/question-list/versions",
      "/appearance",
    ]) {
      expect((await api.get(`${path}${part}`)).status).toBe(404);
    }
    expect((await api.put(`${path}/chatbot-config/question-list`, [])).status).toBe(404);
    expect((await api.get("/v1/chatbots/x/appearance")).status).toBe(404);
  });
});
