import { beforeEach, describe, expect, it, vi } from "vitest";

const meta = await vi.hoisted(async () => (await import("#server/testing/meta.ts")).openMeta());

import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { createChannel } from "../creating.ts";
import { deleteChannel } from "../deleting.ts";
import { connectChannel, readConnection } from "./checking.ts";
import { disconnectChannel, disconnectDrained } from "./disconnecting.ts";

const company = await openCompany();
const other = await furnishedCompany("Other");
let next = 70_000;

type Type = "WHATSAPP_API" | "FACEBOOK" | "INSTAGRAM";

async function connected(of: TestCompany, type: Type, credentials: Record<string, string>): Promise<string> {
  const { id: channelId } = await createChannel.execute(of.admin, { type, label: type });
  const { ok, steps } = await connectChannel.execute(of.admin, { channelId, credentials });
  expect([ok, steps.filter((step) => !step.ok)]).toEqual([true, []]);
  return channelId;
}

/** A page with its Instagram account, and a token for both. */
function page() {
  const [pageId, accountId] = [String(++next), String(++next)];
  const accessToken = `page ${pageId}`;
  const node = { id: pageId, name: "Acme", instagram_business_account: { id: accountId, username: "acme" } };
  meta.grant(accessToken, { [pageId]: node, me: node });
  return { pageId, accountId, accessToken };
}

const ended = () => meta.calls.filter(({ method }) => method === "DELETE").map(({ path, token }) => [path, token]);

async function disconnect(of: TestCompany, channelId: string): Promise<void> {
  await disconnectChannel.execute(of.admin, { channelId });
  await disconnectDrained(systemActor(of.companyId), channelId);
  expect((await readConnection.execute(of.admin, { channelId })).channel.connected).toBe(false);
}

beforeEach(() => {
  meta.calls.length = 0;
});

describe("the end of a connection", () => {
  it.each([
    ["FACEBOOK", "INSTAGRAM"],
    ["INSTAGRAM", "FACEBOOK"],
  ] as const)("of %s leaves the page's webhooks to %s on it (channels.md 4, 5)", async (first, last) => {
    const { pageId, accountId, accessToken } = page();
    const given = { FACEBOOK: { pageId, accessToken }, INSTAGRAM: { accountId, accessToken } };
    const channels = {
      FACEBOOK: await connected(company, "FACEBOOK", given.FACEBOOK),
      // Its page is the one that the token opens.
      INSTAGRAM: await connected(other, "INSTAGRAM", given.INSTAGRAM),
    };
    const owners = { FACEBOOK: company, INSTAGRAM: other };
    await disconnect(owners[first], channels[first]);
    expect(ended()).toEqual([]);
    await disconnect(owners[last], channels[last]);
    expect(ended()).toEqual([[`${pageId}/subscribed_apps`, accessToken]]);
  });

  it("leaves a business account's webhooks to another company's number on it (channels.md 5)", async () => {
    meta.grantNumber("token a", "7001", "7900");
    meta.grantNumber("token b", "7002", "7900");
    const wabaId = "7900";
    const a = await connected(company, "WHATSAPP_API", { phoneNumberId: "7001", wabaId, accessToken: "token a" });
    const b = await connected(other, "WHATSAPP_API", { phoneNumberId: "7002", wabaId, accessToken: "token b" });
    await disconnect(company, a);
    expect(ended()).toEqual([]);
    await disconnect(other, b);
    expect(ended()).toEqual([["7900/subscribed_apps", "token b"]]);
  });

  it("leaves them also to an account of which no check has noted the page yet", async () => {
    const { pageId, accountId, accessToken } = page();
    const facebook = await connected(company, "FACEBOOK", { pageId, accessToken });
    const instagram = await connected(other, "INSTAGRAM", { accountId, accessToken });
    await systemPool().query(`update channels set "accountId" = null where "id" = $1`, [instagram]);
    await disconnect(company, facebook);
    expect(ended()).toEqual([]);
    await connectChannel.execute(other.admin, { channelId: instagram, credentials: {} });
    expect((await readConnection.execute(other.admin, { channelId: instagram })).accountId).toBe(pageId);
    await disconnect(other, instagram);
  });

  it("comes with a deletion too, after which no credentials are left (channels.md 5)", async () => {
    const { pageId, accessToken } = page();
    const channelId = await connected(company, "FACEBOOK", { pageId, accessToken });
    await deleteChannel.execute(company.admin, { channelId, force: true });
    const again = await connected(company, "FACEBOOK", { pageId, accessToken });
    await disconnectDrained(systemActor(company.companyId), channelId);
    expect(ended()).toEqual([]);
    await deleteChannel.execute(company.admin, { channelId: again, force: true });
    const { rows: events } = await systemPool().query(
      `select "data" from events where "type" = 'channel/changed' and "channelId" = $1 order by "id" desc limit 1`,
      [again],
    );
    expect(events).toEqual([{ data: { id: again, deleted: true, disconnecting: true } }]);
    await disconnectDrained(systemActor(company.companyId), again);
    expect(ended()).toEqual([[`${pageId}/subscribed_apps`, accessToken]]);
    const { rows } = await systemPool().query(`select "credentials" from channels where "id" = any($1::uuid[])`, [
      [channelId, again],
    ]);
    expect(rows).toEqual([{ credentials: null }, { credentials: null }]);
  });
});
