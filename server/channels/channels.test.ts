import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { assignChannels } from "#server/channels/assigning-chatbot.ts";
import { listChatbots } from "#server/chatbots/listing.ts";
import type { CreatedCompany } from "#server/companies/creating.ts";
import { createCompany } from "#server/companies/creating.ts";
import type { Actor } from "#server/core/actor.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { openPools } from "#server/testing/pools.ts";
import { overlapping } from "#server/testing/statements/overlapping.ts";
import { plainCompany, visitorOn, visitorSide } from "#server/testing/visitor.ts";
import { revealIdentitySecret, rotateIdentitySecret } from "./connection/identity-secret.ts";
import { createChannel } from "./creating.ts";
import { deleteChannel } from "./deleting.ts";
import { updateChannel } from "./editing.ts";
import { listChannelNames, listChannels, readChannel } from "./listing.ts";

openPools();

let acme: CreatedCompany;
let other: CreatedCompany;
let admin: Actor;
const unknown = "019aa000-0000-7000-8000-000000000000";

beforeAll(async () => {
  acme = await plainCompany("Acme");
  other = await plainCompany("Other");
  admin = systemActor(acme.companyId);
});

const web = (label = "Shop") => createChannel.execute(admin, { type: "WEBSITE", label });

describe("channels", () => {
  it("begin with the web channel of the company, its chatbot and its test page", async () => {
    const channel = await readChannel.execute(admin, { channelId: acme.channelId });
    expect(channel).toMatchObject({
      id: acme.channelId,
      type: "WEBSITE",
      label: "Website",
      connected: true,
      testChannelUrl: expect.stringMatching(new RegExp(`^http.*/widget/${acme.channelId}$`)),
      chatbot: { id: acme.chatbotId, name: "Assistant", isMuted: false, chatbotWithAi: false, connectedChannels: 1 },
      settings: { appearance: {}, allowedOrigins: [], identityRequired: false },
    });
    expect(channel).not.toHaveProperty("whatsappForm");
  });

  it("of a web page and of the simulator are connected at once, of a platform only once connected there", async () => {
    const shop = await web();
    expect(shop).toMatchObject({ connected: true, chatbot: null });
    const sandbox = await createChannel.execute(admin, { type: "WHATSAPP_API", label: "Sales", sandbox: true });
    const waits = { disconnectionRequested: false };
    expect(sandbox).toMatchObject({ connected: true, sandbox: true, whatsappForm: false, ...waits });
    const whatsapp = await createChannel.execute(admin, { type: "WHATSAPP_API", label: "Sales" });
    expect(whatsapp).toMatchObject({ connected: false, sandbox: false, whatsappForm: true, ...waits });
    const instagram = await createChannel.execute(admin, { type: "INSTAGRAM", label: "Insta" });
    expect(instagram).not.toHaveProperty("disconnectionRequested");
  });

  it.each([
    [{ type: "TELEGRAM", label: "x" }, "type"],
    [{ type: "WEBSITE", label: "  " }, "label"],
    [{ type: "WEBSITE", label: "x".repeat(256) }, "label"],
    [{ type: "WEBSITE", label: "x", settings: { allowedOrigins: ["shop.example"] } }, "settings.allowedOrigins.0"],
    [
      { type: "WEBSITE", label: "x", settings: { allowedOrigins: ["https://shop.example/path"] } },
      "settings.allowedOrigins.0",
    ],
    [
      { type: "WEBSITE", label: "x", settings: { allowedOrigins: ["javascript:alert(1)"] } },
      "settings.allowedOrigins.0",
    ],
    [{ type: "WEBSITE", label: "x", settings: { appearance: { color: "red;}" } } }, "settings.appearance.color"],
  ])("are refused for %j", async (input, field) => {
    const given = input as Parameters<typeof createChannel.execute>[1];
    await expect(createChannel.execute(admin, given)).rejects.toMatchObject({
      code: "validation_error",
      details: [{ field }],
    });
  });

  it("keep what a change does not name, and give back what is set to null", async () => {
    const { id: channelId } = await web();
    const settings = { appearance: { color: "#112233", name: "Ada" }, allowedOrigins: ["https://Shop.example/"] };
    await updateChannel.execute(admin, { channelId, settings });
    const renamed = await updateChannel.execute(admin, { channelId, label: "Renamed" });
    expect(renamed).toMatchObject({
      label: "Renamed",
      settings: { appearance: { color: "#112233", name: "Ada" }, allowedOrigins: ["https://shop.example"] },
    });
    const given = await updateChannel.execute(admin, { channelId, settings: { appearance: { color: null } } });
    expect(given.settings.appearance).toEqual({ name: "Ada" });
  });

  it("show on the widget at once what was changed", async () => {
    const { id: channelId } = await web("Live");
    await updateChannel.execute(admin, { channelId, settings: { appearance: { color: "#ABCDEF" } } });
    const { body } = await visitorSide().get<{ appearance: { color: string } }>(`/widget/v1/${channelId}/config`);
    expect(body.appearance.color).toBe("#ABCDEF");
  });

  it("of another company are not found", async () => {
    const theirs = { channelId: other.channelId };
    for (const run of [readChannel, deleteChannel, updateChannel, revealIdentitySecret, rotateIdentitySecret]) {
      await expect(run.execute(admin, theirs)).rejects.toMatchObject({ code: "not_found" });
    }
    expect((await listChannels.execute(admin, {})).map(({ id }) => id)).not.toContain(other.channelId);
  });

  it("are limited by the plan, also when made at the same time", async () => {
    await systemPool().query(
      `insert into plans ("id", "name", "description", "tier", "leadLimit", "conversationLimit", "channelLimit", "userLimit", "priceUSD", "priceARS")
       values ('two', 'Two', '', 'TIER_0', 1, 1, 2, 1, 0, 0) on conflict do nothing`,
    );
    const email = `${newId()}@example.com`;
    const small = await createCompany({
      name: "Small",
      email,
      planId: "two",
      admin: { name: "S", email, password: "correct horse 9" },
    });
    const make = () => createChannel.execute(systemActor(small.companyId), { type: "WEBSITE", label: "More" });
    const outcomes = await Promise.allSettled([make(), make(), make()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(refused).toEqual(["plan_limit_reached", "plan_limit_reached"]);
  });
});

describe("deleting a channel", () => {
  it("is refused while a conversation is open there, and closes it when forced", async () => {
    const { id: channelId } = await web("Closing");
    const visitor = await visitorOn(channelId);
    const id = await visitor.begin();
    await expect(deleteChannel.execute(admin, { channelId })).rejects.toMatchObject({ code: "conflict" });
    expect(await deleteChannel.execute(admin, { channelId, force: true })).toEqual({ id: channelId, deleted: true });
    const { rows } = await systemPool().query(`select "status", "closedBy" from conversations where "id" = $1`, [id]);
    expect(rows).toEqual([{ status: "closed", closedBy: "system" }]);
    expect((await visitor.post(`/conversations/${id}/messages`, { body: "hello?" })).status).toBe(404);
    await expect(deleteChannel.execute(admin, { channelId })).rejects.toMatchObject({ code: "not_found" });
    expect((await listChannelNames.execute(admin, {})).map((one) => one.id)).not.toContain(channelId);
  });

  it("closes very many some at a time, so that nobody waits for all of them", async () => {
    const { id: channelId } = await web("Crowded");
    const visitor = await visitorOn(channelId);
    const id = await visitor.begin();
    const { rows: names } = await systemPool().query<{ list: string }>(
      `select string_agg(quote_ident("column_name"), ', ') as "list" from information_schema.columns
       where "table_schema" = 'public' and "table_name" = 'conversations' and "column_name" <> 'id'`,
    );
    await systemPool().query(
      `insert into conversations ("id", ${names[0]?.list}) select gen_random_uuid(), ${names[0]?.list}
       from conversations, generate_series(1, 104) where "id" = $1`,
      [id],
    );
    await deleteChannel.execute(admin, { channelId, force: true });
    const { rows } = await systemPool().query(
      `select count(*) as "all", count(*) filter (where "status" = 'closed') as "closed",
         count(distinct xmin::text) as "transactions" from conversations where "channelId" = $1`,
      [channelId],
    );
    expect(rows).toEqual([{ all: 105, closed: 105, transactions: 101 }]);
  });
});

describe("a channel that is deleted (L8)", () => {
  const openOn = async (channelId: string) =>
    (
      await systemPool().query(`select "id" from conversations where "channelId" = $1 and "status" <> 'closed'`, [
        channelId,
      ])
    ).rows;

  it("gets no conversation that begins meanwhile", async () => {
    const { id: channelId } = await web("Leaving");
    const visitor = await visitorOn(channelId);
    const deletion = `with held as (select "id" from channels where "id" = $1 for update)
      update channels set "deletedAt" = now() where "id" in (select "id" from held)`;
    const message = { body: "hello", clientMessageId: newId() };
    const begun = await overlapping(deletion, [channelId], () => visitor.post("/conversations", { message }));
    expect(begun.status).toBe(400);
    expect(await openOn(channelId)).toEqual([]);
  });

  it("opens none of its own again when their visitor is said to have written (E4)", async () => {
    const { id: channelId } = await web("Gone");
    const conversationId = await (await visitorOn(channelId)).begin();
    await deleteChannel.execute(admin, { channelId, force: true });
    const said = { conversationId, from: "visitor", fromType: "visitor", type: "text/plain", body: "hello?" } as const;
    await expect(sendMessage.execute(admin, said)).rejects.toMatchObject({ code: "conversation_closed" });
    expect(await openOn(channelId)).toEqual([]);
  });
});

describe("the identity secret", () => {
  it("is kept sealed, shown the same until it is rotated", async () => {
    const { id: channelId } = await web("Signed");
    const first = await revealIdentitySecret.execute(admin, { channelId });
    expect(first.secret).toMatch(/^wis_[\w-]{43}$/);
    expect(await revealIdentitySecret.execute(admin, { channelId })).toEqual(first);
    const rotated = await rotateIdentitySecret.execute(admin, { channelId });
    expect(rotated.secret).not.toBe(first.secret);
    const { rows } = await systemPool().query(`select "identitySecret" from channels where "id" = $1`, [channelId]);
    expect(rows[0].identitySecret).not.toContain(rotated.secret);
    const listed = JSON.stringify(await listChannels.execute(admin, {}));
    expect(listed).not.toContain("wis_");
  });
});

describe("the channels of a chatbot", () => {
  it("are replaced as a whole; a channel moves, and none detaches all", async () => {
    const { id: shop } = await web("For the bot");
    const both = await assignChannels.execute(admin, { chatbotId: acme.chatbotId, channels: [shop, acme.channelId] });
    expect(both.channels.map(({ id }) => id).sort()).toEqual([shop, acme.channelId].sort());
    expect(both.testChatbotUrl).toContain("/widget/");
    const none = await assignChannels.execute(admin, { chatbotId: acme.chatbotId, channels: [] });
    expect(none.channels).toEqual([]);
    // A channel id stands for the chatbot that serves it.
    await assignChannels.execute(admin, { chatbotId: acme.chatbotId, channels: [acme.channelId] });
    const again = await assignChannels.execute(admin, { chatbotId: acme.channelId, channels: [acme.channelId] });
    expect(again.id).toBe(acme.chatbotId);
    const listed = await listChatbots.execute(admin, {});
    expect(listed).toMatchObject([
      { id: acme.chatbotId, channels: [{ id: acme.channelId, type: "WEBSITE", label: "Website" }] },
    ]);
  });

  it.each([
    ["an unknown channel", [unknown]],
    ["a malformed one", ["x"]],
  ])("cannot be %s", async (_, channels) => {
    const input = { chatbotId: acme.chatbotId, channels };
    await expect(assignChannels.execute(admin, input)).rejects.toMatchObject({
      code: "validation_error",
      details: [{ field: "channels.0" }],
    });
  });

  it("cannot be another company's", async () => {
    const input = { chatbotId: acme.chatbotId, channels: [other.channelId] };
    await expect(assignChannels.execute(admin, input)).rejects.toMatchObject({ code: "validation_error" });
    await expect(assignChannels.execute(admin, { chatbotId: other.chatbotId, channels: [] })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
