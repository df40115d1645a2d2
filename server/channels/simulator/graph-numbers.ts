import type { Context } from "hono";
import { now } from "#server/base/clock.ts";
import { inCompany } from "#server/db/pool.ts";
import { textIn } from "../inbound/lossless.ts";
import { accountOfToken, appSecretOf, readCode, type SimulatedAccount, tokenOf } from "./accounts.ts";
import { bodyOf, requireOwn, type SimulatorContext, simulatorPart } from "./answering.ts";
import { profileOf } from "./graph-accounts.ts";
import { nextNumber, objectOf, putObject } from "./objects.sql.ts";
import { invalidParameter, SimulatedError } from "./refusing.ts";
import { sharePast } from "./signup/past.ts";

/** What is done to a number of the simulated platform: proving it, giving it up, coexistence with the phone app. */
export const numbersPart = simulatorPart();

/** The code that every simulated number gets. */
export const sandboxCode = "123456";

function numberOf(c: SimulatorContext): SimulatedAccount {
  const account = c.get("account");
  requireOwn(c.req.param("id") ?? "", account.platform === "whatsapp" ? [account.id] : []);
  return account;
}

numbersPart.post("/:id/request_code", async (c) => {
  const account = numberOf(c);
  const { code_method: method, language } = await bodyOf(c);
  if (method !== "SMS" && method !== "VOICE") throw invalidParameter("code_method must be SMS or VOICE");
  if (!/^[a-z]{2}(_[A-Z]{2})?$/.test(textIn(language))) throw invalidParameter("Unknown language");
  const { verification } = await profileOf(account);
  if (verification === "VERIFIED") throw invalidParameter("The number is verified already.");
  await putObject(account, "switches", "code", { tries: 0 });
  return c.json({ success: true });
});

const mostTries = 5;

numbersPart.post("/:id/verify_code", async (c) => {
  const account = numberOf(c);
  const { code } = await bodyOf(c);
  const asked = await objectOf<{ tries: number }>(account, "switches", "code");
  if (!asked) throw invalidParameter("No code was asked for.");
  if (asked.tries >= mostTries) throw new SimulatedError(133008, "Too many attempts");
  if (textIn(code) !== sandboxCode) {
    await putObject(account, "switches", "code", { tries: asked.tries + 1 });
    throw invalidParameter("The code is not the one that was sent.");
  }
  const profile = await profileOf(account);
  await putObject(account, "switches", "profile", { ...profile, status: "CONNECTED", verification: "VERIFIED" });
  return c.json({ success: true, id: account.id });
});

numbersPart.post("/:id/deregister", async (c) => {
  const account = numberOf(c);
  const profile = await profileOf(account);
  if (profile.status !== "CONNECTED") throw invalidParameter("The number is not registered.", 2207051);
  await putObject(account, "switches", "profile", { ...profile, status: "DISCONNECTED" });
  return c.json({ success: true });
});

/** Contacts and history of the phone app: each can be asked for once. */
numbersPart.post("/:id/smb_app_data", async (c) => {
  const account = numberOf(c);
  const type = textIn((await bodyOf(c)).sync_type);
  if (type !== "smb_app_state_sync" && type !== "history") throw invalidParameter("sync_type");
  if (await objectOf(account, "switches", `sync ${type}`))
    throw invalidParameter("This was asked for already.", type === "history" ? 2593108 : 2593107);
  const request_id = `${account.id}${await nextNumber(account, "syncs")}`;
  await putObject(account, "switches", `sync ${type}`, { request_id });
  await sharePast(account, type);
  return c.json({ messaging_product: "whatsapp", request_id });
});

const invalidCode = () => new SimulatedError(100, "Invalid verification code format.");

/** For whom a token is made, and whose app may ask for it. */
type Exchange = { account: SimulatedAccount; asking: SimulatedAccount; once?: string };

function exchangeIn(query: Record<string, string>): Exchange {
  if (query.grant_type === "fb_exchange_token") {
    const account = accountOfToken(query.fb_exchange_token ?? "");
    if (account) return { account, asking: account };
  }
  const found = readCode(query.code ?? "", now());
  if (!found) throw invalidCode();
  return { ...found, once: `code ${found.key}` };
}

/** A longer-lived token for a working one, or a token for the sign-up's code. Needs the app's secret, not a token. */
export async function exchangeToken(c: Context): Promise<Response> {
  const query = c.req.query();
  const { account, asking, once } = exchangeIn(query);
  if (query.client_id !== asking.appId || query.client_secret !== appSecretOf(asking))
    throw new SimulatedError(1, "Error validating client secret.", { status: 400 });
  const next = (series: string) => inCompany(account.companyId, () => nextNumber(account, series));
  if (once && (await next(once)) > 1)
    throw new SimulatedError(100, "This authorization code has been used.", { subcode: 36009 });
  const access_token = tokenOf(account, await next("tokens"));
  return c.json({ access_token, token_type: "bearer", expires_in: 60 * 24 * 3600 });
}
