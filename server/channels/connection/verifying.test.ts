import { expect, it } from "vitest";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { graphRequest } from "../graph/graph.ts";
import { accountOfToken, simulatedAccount, simulatedCredentials } from "../simulator/accounts.ts";
import { simulatorAccountEvent } from "../simulator/operations.ts";
import { checkConnection } from "./checking.ts";
import { findConnection } from "./connecting.ts";
import { requestNumberCode, verifyNumberCode } from "./verifying.ts";

const company = await openCompany();
await runPlatform();

type Step = { step: string; ok: boolean; detail: string; words: { key: string }[] };
const numberStep = (checked: { steps: Step[] }) => checked.steps.find(({ step }) => step === "number");

it("a new number is proven by the code that the platform sends to it", async () => {
  const { channelId } = await Line.open(company);
  const ask = () => requestNumberCode.execute(company.admin, { channelId, method: "SMS" });
  const verify = (code: string) => verifyNumberCode.execute(company.admin, { channelId, code });
  await simulatorAccountEvent.execute(company.admin, { channelId, unverified: true });
  const before = await checkConnection.execute(company.admin, { channelId });
  expect([before.ok, numberStep(before)?.detail]).toEqual([false, expect.stringContaining("have a code sent")]);
  // What a screen says in its reader's language.
  expect(numberStep(before)?.words).toEqual([{ key: "unverified", value: "" }]);
  expect(await verify("123456")).toMatchObject({ refusal: expect.stringContaining("No code"), checked: null });
  expect(await ask()).toEqual({ refusal: "" });
  expect((await verify("000000")).refusal).toContain("not the one that was sent");
  await expect(verify("abc")).rejects.toMatchObject({ code: "validation_error" });
  const after = await verify("123-456");
  expect(after).toMatchObject({ refusal: "", checked: { ok: true, health: { verification: "VERIFIED" } } });
  expect(after.checked?.steps.flatMap(({ words }) => words.map(({ key }) => key))).toEqual([
    "opensNumber",
    "inAccount",
    "subscribed",
    "quality",
    "limit",
  ]);
  expect((await ask()).refusal).toContain("verified already");
});

it("wrong codes end after five tries", async () => {
  const { channelId } = await Line.open(company);
  await simulatorAccountEvent.execute(company.admin, { channelId, unverified: true });
  await requestNumberCode.execute(company.admin, { channelId, method: "VOICE", language: "es" });
  const verify = (code: string) => verifyNumberCode.execute(company.admin, { channelId, code });
  for (let tries = 0; tries < 5; tries += 1) expect((await verify("999999")).checked).toBeNull();
  expect(await verify("123456")).toMatchObject({ refusal: expect.stringContaining("Too many"), checked: null });
});

it("is nothing for pages, for agents or for channels without credentials", async () => {
  const page = await Line.open(company, "FACEBOOK");
  const input = { channelId: page.channelId, method: "SMS" as const };
  await expect(requestNumberCode.execute(company.admin, input)).rejects.toMatchObject({ code: "conflict" });
  await expect(requestNumberCode.execute(company.agent, input)).rejects.toMatchObject({ code: "forbidden" });
});

it("the simulated platform exchanges tokens, gives numbers up and hands the phone app's data over once", async () => {
  const line = await Line.open(company);
  const connection = await findConnection(line.actor, line.channelId);
  if (!connection) throw new Error("not connected");
  const about = { companyId: company.companyId, channelId: line.channelId, platform: "whatsapp" } as const;
  const account = simulatedAccount(about);
  const { appSecret } = simulatedCredentials(account);
  const exchange = (client_secret: string) => {
    const token = connection.credentials.accessToken;
    const query = {
      grant_type: "fb_exchange_token",
      client_id: account.appId,
      client_secret,
      fb_exchange_token: token,
    };
    return graphRequest(connection, { method: "GET", path: "/oauth/access_token", query });
  };
  const { access_token } = await exchange(appSecret);
  expect(access_token).not.toBe(connection.credentials.accessToken);
  expect(accountOfToken(String(access_token))).toEqual(account);
  await expect(exchange("guess")).rejects.toMatchObject({ code: 1 });

  const post = (what: string, body: Record<string, string> = {}) =>
    graphRequest(connection, { method: "POST", path: `/${account.id}/${what}`, body });
  expect(await post("smb_app_data", { sync_type: "history" })).toMatchObject({ request_id: expect.any(String) });
  await expect(post("smb_app_data", { sync_type: "history" })).rejects.toMatchObject({ subcode: 2593108 });
  expect(await post("deregister")).toEqual({ success: true });
  await expect(post("deregister")).rejects.toMatchObject({ subcode: 2207051 });
  expect(await post("register", { pin: "123456" })).toEqual({ success: true });
  await expect(post("register", { pin: "654321" })).rejects.toMatchObject({ code: 133005 });
});
