import { beforeAll, expect, it, vi } from "vitest";

const meta = await vi.hoisted(async () => (await import("#server/testing/meta.ts")).openMeta());

import { connectChannel } from "#server/channels/connection/checking.ts";
import { findConnection } from "#server/channels/connection/connecting.ts";
import { createChannel } from "#server/channels/creating.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { consumers } from "#server/relay/consumers.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { applyPlatform } from "../deciding.ts";
import { listTemplates } from "../listing.ts";
import { businessAccount, listRemote } from "./platform.ts";
import { pullTemplates } from "./syncing.ts";

const company = await openCompany();
const system = systemActor(company.companyId);
let channelId: string;

const item = (id: string, more: object = {}) => {
  const components = [{ type: "BODY", text: "Hello" }];
  const about = { name: `t_${id}`, language: "en", status: "APPROVED", category: "UTILITY", components };
  return { ...about, id, ...more };
};
/** The pages of the account's list, by cursor; undefined: that page is refused. */
let pages: (cursor: number) => { data?: unknown; paging?: unknown } | undefined;

const page = (cursor: number, data: unknown[], last: boolean) => ({
  data,
  paging: { cursors: { after: String(cursor + 1) }, ...(last ? {} : { next: "https://meta.example/next" }) },
});
const sendable = async () =>
  (await listTemplates.execute(company.admin, { channelId, status: "APPROVED" })).result
    .map(({ elementName }) => elementName)
    .sort();

beforeAll(async () => {
  channelId = (await createChannel.execute(company.admin, { type: "WHATSAPP_API", label: "Shop" })).id;
  meta.grantNumber("token", "3001", "4001");
  meta.speak = ({ path, query }) => {
    if (path !== "4001/message_templates") return undefined;
    const body = pages(Number(query.get("after") || 0));
    return body ? { status: 200, body } : meta.refusal(80007);
  };
  const credentials = { phoneNumberId: "3001", wabaId: "4001", accessToken: "token" };
  expect((await connectChannel.execute(company.admin, { channelId, credentials })).ok).toBe(true);
});

it("reads the platform's list as soon as a number is connected (channels.md 5)", async () => {
  const { rows } = await systemPool().query(`select * from events where "companyId" = $1 and "channelId" = $2`, [
    company.companyId,
    channelId,
  ]);
  const pull = consumers.find(({ task }) => task === "templates.pull");
  expect(rows.filter((event) => pull?.wants(event))).toHaveLength(1);
});

it("reads the platform's list page by page; what cannot be kept holds up nothing, and stays if it was here", async () => {
  pages = (cursor) =>
    cursor === 0
      ? page(0, [item("1"), item("2", { name: "n".repeat(600) })], false)
      : page(1, [item("3"), item("4")], true);
  await pullTemplates(system);
  expect(await sendable()).toEqual(["t_1", "t_3", "t_4"]);
  pages = () => page(0, [item("1", { quality_score: { score: "Q".repeat(30) } }), item("3")], true);
  await pullTemplates(system);
  expect(await sendable()).toEqual(["t_1", "t_3"]);
});

it("takes nothing away for a list that was not read to its end: refused, without an end, or without a list", async () => {
  const before = await sendable();
  pages = (cursor) => (cursor === 0 ? page(0, [item("5")], false) : undefined);
  await pullTemplates(system);
  expect(await sendable()).toEqual([...before, "t_5"]);
  pages = () => page(0, [item("5")], false);
  await pullTemplates(system);
  pages = () => ({ data: [item("5")], paging: { next: "https://meta.example/next" } });
  await pullTemplates(system);
  pages = () => ({});
  await pullTemplates(system);
  expect(await sendable()).toEqual([...before, "t_5"]);
});

it("reads beyond 6,000 templates, and holds no more than a page of them", async () => {
  const access = businessAccount(await findConnection(system, channelId));
  if (!access) throw new Error("not connected");
  pages = (cursor) =>
    page(
      cursor,
      Array.from({ length: 100 }, (_, index) => ({ id: `${cursor}.${index}`, name: "a", language: "en" })),
      cursor === 61,
    );
  const read: number[] = [];
  let ended = false;
  for await (const { ids, last } of listRemote(access)) {
    read.push(ids.length);
    ended = last;
  }
  expect([read.length, Math.max(...read), ended]).toEqual([62, 100, true]);
  // The first of the account is on the last page.
  const listed = ["1", "3", "5"];
  await applyPlatform.execute(system, { channelId, decisions: [], complete: true, listed: null });
  expect(await sendable()).toEqual(["t_1", "t_3", "t_5"]);
  await applyPlatform.execute(system, { channelId, decisions: [], complete: true, listed: listed.slice(1) });
  expect(await sendable()).toEqual(["t_3", "t_5"]);
});
