import { afterAll, beforeAll, expect, it, vi } from "vitest";

const meta = await vi.hoisted(async () => {
  vi.stubEnv("META_APP_ID", "4242");
  vi.stubEnv("META_CONFIG_ID", "7373");
  return (await import("#server/testing/meta.ts")).openMeta();
});

import { freshCompany, furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { readConnection } from "../connection/checking.ts";
import { createChannel } from "../creating.ts";
import { finishSignUp } from "./finishing.ts";
import { readSignUpOffer } from "./offering.ts";

let a: TestCompany;
let b: TestCompany;
const codes = new Map<string, string>();
const registered: string[] = [];

beforeAll(async () => {
  a = await freshCompany();
  b = await furnishedCompany("Other");
  meta.speak = ({ path, query, token, method, body }) => {
    if (path === "oauth/access_token") {
      const found = codes.get(query.get("code") ?? "");
      codes.delete(query.get("code") ?? "");
      const ours = query.get("client_id") === "4242" && query.get("client_secret") === "the app of this installation";
      return found && ours && token === "" ? { status: 200, body: { access_token: found } } : meta.refusal(100);
    }
    if (method !== "POST" || !path.endsWith("/register")) return undefined;
    registered.push(`${path} ${body}`);
    return { status: 200, body: { success: true } };
  };
});
afterAll(() => a.close());

type Told = { id: string; status?: string; is_on_biz_app?: boolean };

/** A token that opens these numbers of an account, behind a code. */
function business(code: string, wabaId: string, numbers: readonly Told[]): void {
  codes.set(code, `token of ${code}`);
  const shown = numbers.map((one) => ({ display_phone_number: `+1 555 ${one.id}`, status: "CONNECTED", ...one }));
  const nodes = Object.fromEntries(shown.map((one) => [one.id, one]));
  meta.grant(`token of ${code}`, { ...nodes, [`${wabaId}/phone_numbers`]: { data: shown } });
}

const channel = async (of: TestCompany) =>
  (await createChannel.execute(of.admin, { type: "WHATSAPP_API", label: "Number" })).id;
const finish = (of: TestCompany, channelId: string, given: object) =>
  finishSignUp.execute(of.admin, { channelId, ...given });
const connected = async (of: TestCompany, channelId: string) =>
  (await readConnection.execute(of.admin, { channelId })).channel.connected;

it("opens Meta's own window for the installation's app", async () => {
  const offer = await readSignUpOffer.execute(a.admin, { channelId: await channel(a) });
  expect(offer).toMatchObject({ appId: "4242", configId: "7373", sandbox: false });
  expect(offer?.sdkUrl).toBe("https://connect.facebook.net/en_US/sdk.js");
});

it("exchanges the code with the app's secret, registers with the PIN that was given, and stores no PIN where none was set", async () => {
  business("c1", "3001", [{ id: "4001", status: "PENDING" }]);
  const channelId = await channel(a);
  const told = { event: "FINISH", wabaId: "3001", phoneNumberId: "4001" };
  await finish(a, channelId, { ...told, code: "c1", pin: "112233" });
  expect(registered).toEqual([`4001/register {"messaging_product":"whatsapp","pin":"112233"}`]);
  business("c2", "3002", [{ id: "4002" }]);
  const done = await finish(a, await channel(a), { ...told, code: "c2", wabaId: "3002", phoneNumberId: "4002" });
  expect(done).toMatchObject({ outcome: "connected", pin: "" });
  expect(registered).toHaveLength(1);
});

it("another company's code does not open a number that its window's message merely names [found S1]", async () => {
  business("ca", "3003", [{ id: "4003" }]);
  const ofA = await channel(a);
  const ids = { event: "FINISH", wabaId: "3003", phoneNumberId: "4003" };
  expect(await finish(a, ofA, { ...ids, code: "ca" })).toMatchObject({ outcome: "connected" });
  business("cb", "3004", [{ id: "4004" }]);
  const ofB = await channel(b);
  expect(await finish(b, ofB, { ...ids, code: "cb" })).toMatchObject({ outcome: "refused" });
  business("cb", "3004", [{ id: "4004" }]);
  expect(await finish(b, ofB, { ...ids, wabaId: "3004", code: "cb" })).toMatchObject({ outcome: "no_number" });
  expect([await connected(a, ofA), await connected(b, ofB)]).toEqual([true, false]);
  // With access of its own it gets the number no sooner than the other's access ends.
  business("cc", "3003", [{ id: "4003" }]);
  await expect(finish(b, ofB, { ...ids, code: "cc" })).rejects.toMatchObject({ code: "conflict" });
  meta.revoke("token of ca");
  business("cc", "3003", [{ id: "4003" }]);
  expect(await finish(b, ofB, { ...ids, code: "cc" })).toMatchObject({ outcome: "connected" });
  expect([await connected(a, ofA), await connected(b, ofB)]).toEqual([false, true]);
});

it("lets the person choose where an account has several numbers, for ten minutes and this channel only", async () => {
  business("many", "3005", [{ id: "4005" }, { id: "4006" }]);
  const channelId = await channel(a);
  const asked = await finish(a, channelId, { event: "FINISH_ONLY_WABA", wabaId: "3005", code: "many" });
  expect(asked).toMatchObject({ outcome: "choose", numbers: [{ id: "4005" }, { id: "4006" }] });
  expect(asked.grant).not.toContain("token of many");
  const { grant } = asked;
  await expect(finish(b, await channel(b), { grant, phoneNumberId: "4006" })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(finish(a, await channel(a), { grant, phoneNumberId: "4006" })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await finish(a, channelId, { grant, phoneNumberId: "4009" })).toMatchObject({ outcome: "no_number" });
  expect(await finish(a, channelId, { grant, phoneNumberId: "4006" })).toMatchObject({ outcome: "connected" });
});

it("of a phone app's account takes the number that is on the app, and says when there is none", async () => {
  business("app", "3006", [{ id: "4010" }, { id: "4011", is_on_biz_app: true }]);
  const event = "FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING";
  const channelId = await channel(a);
  const done = await finish(a, channelId, { event, wabaId: "3006", code: "app" });
  expect(done.checked?.externalId).toBe("4011");
  // Its past could not be had here: that is told, and the number is connected nevertheless.
  expect(done).toMatchObject({ outcome: "connected", history: "refused", pin: "" });
  business("bare", "3007", [{ id: "4012" }]);
  expect(await finish(a, await channel(a), { event, wabaId: "3007", code: "bare" })).toMatchObject({
    outcome: "no_number",
  });
});
