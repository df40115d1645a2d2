import { createHmac } from "node:crypto";
import { afterAll, beforeEach, expect, it, vi } from "vitest";

const meta = await vi.hoisted(async () => (await import("#server/testing/meta.ts")).openMeta());

import { freshCompany } from "#server/testing/company.ts";
import { createChannel } from "../creating.ts";
import { connectChannel } from "./checking.ts";

const company = await freshCompany();
afterAll(() => company.close());

const invalid = {
  status: 400,
  body: { error: { code: 100, message: "Invalid appsecret_proof provided in the API argument" } },
};
beforeEach(() => {
  // The platform takes a proof only by the secret of the token's own app.
  meta.speak = ({ path, query, token }) => {
    if (path !== "me") return undefined;
    const proof = createHmac("sha256", "right").update(token).digest("hex");
    return query.get("appsecret_proof") === proof ? { status: 200, body: { id: "1" } } : invalid;
  };
});

async function connecting(pageId: string, appSecret: string) {
  const token = `EAA${pageId}`;
  meta.grant(token, { [pageId]: { id: pageId, name: "Bikes" } });
  const { id: channelId } = await createChannel.execute(company.admin, { type: "FACEBOOK", label: "Page" });
  const credentials = { pageId, accessToken: token, appSecret };
  return connectChannel.execute(company.admin, { channelId, credentials });
}

it("an app secret that is another app's is told before no webhook is taken, and connects nothing", async () => {
  const { ok, channel, steps } = await connecting("7701", "wrong");
  expect([ok, channel.connected]).toEqual([false, false]);
  expect(steps.find(({ ok: fine }) => !fine)).toMatchObject({ step: "secret", words: [{ key: "secretWrong" }] });
});

it("an app secret that goes with the token connects", async () => {
  expect(await connecting("7702", "right")).toMatchObject({ ok: true, channel: { connected: true } });
});

it("a platform that says nothing of the secret hinders nobody", async () => {
  meta.speak = ({ path }) => (path === "me" ? { status: 500, body: {} } : undefined);
  expect(await connecting("7703", "wrong")).toMatchObject({ ok: true, channel: { connected: true } });
});
