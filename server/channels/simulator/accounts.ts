import { createHash, createHmac, randomUUID } from "node:crypto";
import { isId } from "#server/base/ids.ts";
import { equalTexts } from "#server/base/secrets.ts";
import { secrets } from "#server/config/env.ts";
import type { Credentials, Platform } from "../connection/credentials.ts";

/** A sandbox channel as the simulator knows it. */
export type SimulatedAccount = {
  companyId: string;
  channelId: string;
  platform: Platform;
  /** Number, page or Instagram account: what webhooks name. */
  id: string;
  /** WhatsApp: the business account above the number. */
  wabaId: string;
  appId: string;
  /** Digits of the business's own number. */
  number: string;
};

const letters: Record<Platform, string> = { whatsapp: "w", messenger: "m", instagram: "i" };

/** Digits that look like Meta's ids and always come out the same for a channel. */
function digits(channelId: string, what: string, length: number): string {
  const bytes = createHash("sha256").update(`${what}:${channelId}`).digest();
  const text = [...bytes].map((byte) => String(byte % 10)).join("");
  return `1${text}`.slice(0, length);
}

function signatures(what: string, text: string): string[] {
  return secrets().map((one) => createHmac("sha256", one).update(`simulator ${what}: ${text}`).digest("base64url"));
}

/** With the present secret; `secrets rotate` brings the credentials of sandbox channels to it. */
const signature = (what: string, text: string): string => signatures(what, text)[0] ?? "";

const isSigned = (given: string, what: string, text: string): boolean =>
  signatures(what, text).some((one) => equalTexts(one, given));

export function simulatedAccount(channel: {
  companyId: string;
  channelId: string;
  platform: Platform;
}): SimulatedAccount {
  const { companyId, channelId, platform } = channel;
  return {
    companyId,
    channelId,
    platform,
    id: digits(channelId, "account", 15),
    wabaId: digits(channelId, "waba", 15),
    appId: digits(channelId, "app", 16),
    number: `1555${digits(channelId, "number", 8).slice(1)}`,
  };
}

/** The token names the account and is signed: the simulator keeps no list of them. Renewed ones have a number. */
export function tokenOf({ companyId, channelId, platform }: SimulatedAccount, renewal = 0): string {
  const text = `${letters[platform]}${renewal || ""}.${companyId}.${channelId}`;
  return `SIM.${text}.${signature("token", text)}`;
}

export function appSecretOf(account: SimulatedAccount): string {
  return signature("app secret", account.channelId);
}

/** What a sandbox channel signs in with. */
export function simulatedCredentials(account: SimulatedAccount): Credentials {
  const verifyToken = signature("verify token", account.channelId).slice(0, 24);
  const shared = { accessToken: tokenOf(account), appSecret: appSecretOf(account), verifyToken };
  if (account.platform === "whatsapp") {
    return { platform: "whatsapp", phoneNumberId: account.id, wabaId: account.wabaId, ...shared };
  }
  if (account.platform === "messenger") return { platform: "messenger", pageId: account.id, ...shared };
  return { platform: "instagram", flavour: "login", accountId: account.id, ...shared };
}

/** The account behind a token; undefined for a text that is none of ours. */
export function accountOfToken(token: string): SimulatedAccount | undefined {
  const [, letter, renewal, companyId, channelId, signed] =
    /^SIM\.([wmi])(\d{0,6})\.([^.]+)\.([^.]+)\.([\w-]+)$/.exec(token) ?? [];
  const platform = (Object.keys(letters) as Platform[]).find((one) => letters[one] === letter);
  if (!platform || !signed || !isId(companyId) || !isId(channelId)) return undefined;
  if (!isSigned(signed, "token", `${letter}${renewal}.${companyId}.${channelId}`)) return undefined;
  return simulatedAccount({ companyId, channelId, platform });
}

const codeLivesMs = 30_000;

/** What the sign-up's window gives: exchanged once, within half a minute, by the app of the channel that asked. */
export function codeOf(account: SimulatedAccount, asking: SimulatedAccount, now: Date): string {
  const text = `${now.getTime() + codeLivesMs}~${randomUUID()}~${tokenOf(asking)}~${tokenOf(account)}`;
  return `AQ${Buffer.from(`${text}~${signature("code", text)}`).toString("base64url")}`;
}

type Code = { account: SimulatedAccount; asking: SimulatedAccount; key: string };

/** What a code stands for that is neither forged nor too old; `key` is for telling a second use. */
export function readCode(code: string, now: Date): Code | undefined {
  const [until = "", key = "", asker = "", token = "", signed = ""] = Buffer.from(code.slice(2), "base64url")
    .toString("utf8")
    .split("~");
  if (!isSigned(signed, "code", `${until}~${key}~${asker}~${token}`)) return undefined;
  const [asking, account] = [accountOfToken(asker), accountOfToken(token)];
  return asking && account && Number(until) >= now.getTime() ? { account, asking, key } : undefined;
}

/** Credentials (JSON) as the present secret makes those of a sandbox; all others as they are. */
export function renewedSandbox(credentials: string): string {
  const stored: Credentials = JSON.parse(credentials);
  const account = accountOfToken(stored.accessToken);
  if (!account) return credentials;
  const { accessToken, appSecret, verifyToken } = simulatedCredentials(account);
  return JSON.stringify({ ...stored, accessToken, appSecret, verifyToken });
}
