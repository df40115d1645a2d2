import { type SimulatedAccount, tokenOf } from "./accounts.ts";
import { bodyOf, type NodeReader, requireOwn, type SimulatorContext, simulatorPart } from "./answering.ts";
import { nextNumber, objectOf, putObject, removeObject } from "./objects.sql.ts";
import { SimulatedError } from "./refusing.ts";

/** Numbers, pages and accounts of the simulated Graph API, and who is subscribed to their webhooks. */
export const accountPart = simulatorPart();

type Profile = {
  quality: string;
  limit: string;
  status: string;
  name: string;
  verification: string;
  /** The number is used in the phone app too. */
  phoneApp: boolean;
};

export async function profileOf(account: SimulatedAccount): Promise<Profile> {
  const stored = await objectOf<Partial<Profile>>(account, "switches", "profile");
  const usual = { quality: "GREEN", limit: "TIER_2K", status: "CONNECTED", verification: "VERIFIED" };
  return { ...usual, name: "Acme (simulated)", phoneApp: false, ...stored };
}

function shownNumber(number: string): string {
  return `+${number.slice(0, 1)} ${number.slice(1, 4)}-${number.slice(4, 7)}-${number.slice(7)}`;
}

/** The fields asked for; all of them when none is named, as the real API nearly does. */
function chosen(all: Record<string, unknown>, fields: readonly string[]): object {
  if (fields.length === 0) return all;
  return Object.fromEntries(Object.entries(all).filter(([name]) => name === "id" || fields.includes(name)));
}

async function readNumber(account: SimulatedAccount, id: string, fields: string[]): Promise<object | undefined> {
  if (account.platform !== "whatsapp" || id !== account.id) return undefined;
  const { quality, limit, status, name, verification, phoneApp } = await profileOf(account);
  const all = {
    verified_name: name,
    display_phone_number: shownNumber(account.number),
    id,
    quality_rating: quality,
    code_verification_status: verification,
    status,
    platform_type: "CLOUD_API",
    throughput: { level: "STANDARD" },
    is_on_biz_app: phoneApp,
    whatsapp_business_manager_messaging_limit: limit,
  };
  return chosen(all, fields);
}

async function readPage(account: SimulatedAccount, id: string, fields: string[]): Promise<object | undefined> {
  if (account.platform === "whatsapp" || (id !== account.id && id !== "me")) return undefined;
  const { name } = await profileOf(account);
  const username = `acme.${account.id.slice(-4)}`;
  return chosen({ id: account.id, user_id: account.id, name, username }, fields);
}

async function readBusinessAccount(
  account: SimulatedAccount,
  id: string,
  fields: string[],
): Promise<object | undefined> {
  if (account.platform !== "whatsapp" || id !== account.wabaId) return undefined;
  const { name, limit } = await profileOf(account);
  const all = { id, name, timezone_id: "1", whatsapp_business_manager_messaging_limit: limit, currency: "USD" };
  return chosen(all, fields);
}

/** A person's profile, as far as the simulated phone has given it. */
async function readPerson(account: SimulatedAccount, id: string, fields: string[]): Promise<object | undefined> {
  if (account.platform === "whatsapp") return undefined;
  const person = await objectOf<{ name: string; username?: string }>(account, "people", id);
  if (!person) return undefined;
  const [first = "", ...rest] = person.name.split(" ");
  const own = { id, name: person.name, first_name: first, last_name: rest.join(" "), profile_pic: "" };
  return chosen({ ...own, ...(person.username ? { username: person.username } : {}) }, fields);
}

export const accountReaders: readonly NodeReader[] = [readNumber, readPage, readBusinessAccount, readPerson];

const subscribable = (account: SimulatedAccount) =>
  account.platform === "whatsapp" ? [account.wabaId] : [account.id, "me"];

accountPart.post("/:id/subscribed_apps", async (c) => {
  const account = c.get("account");
  requireOwn(c.req.param("id"), subscribable(account));
  await putObject(account, "switches", "subscription", { at: new Date().toISOString() });
  return c.json({ success: true });
});

accountPart.get("/:id/subscribed_apps", async (c) => {
  const account = c.get("account");
  requireOwn(c.req.param("id"), subscribable(account));
  const subscribed = await objectOf(account, "switches", "subscription");
  const app = { id: account.appId, name: "Parley (simulated)", link: "https://parley.example" };
  const shown = account.platform === "whatsapp" ? { whatsapp_business_api_data: app } : app;
  return c.json({ data: subscribed ? [shown] : [] });
});

accountPart.delete("/:id/subscribed_apps", async (c) => {
  const account = c.get("account");
  requireOwn(c.req.param("id"), subscribable(account));
  await removeObject(account, "switches", "subscription");
  return c.json({ success: true });
});

accountPart.get("/:id/phone_numbers", async (c) => {
  const account = c.get("account");
  requireOwn(c.req.param("id"), [account.wabaId]);
  return c.json({
    data: [await readNumber(account, account.id, [])],
    paging: { cursors: { before: "a", after: "a" } },
  });
});

/** Instagram logins: a long-lived token for another 60 days. */
accountPart.get("/refresh_access_token", async (c) => {
  const account = c.get("account");
  if (account.platform !== "instagram" || c.req.query("grant_type") !== "ig_refresh_token")
    throw new SimulatedError(100, "Unsupported get request");
  const access_token = tokenOf(account, await nextNumber(account, "tokens"));
  return c.json({ access_token, token_type: "bearer", expires_in: 60 * 24 * 3600 });
});

async function register(c: SimulatorContext): Promise<Response> {
  const account = c.get("account");
  requireOwn(c.req.param("id") ?? "", account.platform === "whatsapp" ? [account.id] : []);
  const profile = await profileOf(account);
  if (profile.phoneApp) throw new SimulatedError(100, "The number is registered by the WhatsApp Business app.");
  if (profile.verification !== "VERIFIED") throw new SimulatedError(133006, "Phone number needs to be verified");
  const { pin } = await bodyOf(c);
  if (!/^\d{6}$/.test(String(pin ?? "")))
    throw new SimulatedError(100, "Invalid parameter", { details: "Pin must be 6 digits." });
  const known = await objectOf<{ pin: string }>(account, "switches", "pin");
  if (known && known.pin !== pin) throw new SimulatedError(133005, "Two step verification PIN Mismatch");
  await putObject(account, "switches", "pin", { pin });
  await putObject(account, "switches", "profile", { ...profile, status: "CONNECTED" });
  return c.json({ success: true });
}

accountPart.post("/:id/register", register);

accountPart.get("/:id/accounts", async (c) => {
  const account = c.get("account");
  requireOwn(c.req.param("id"), ["me"]);
  return c.json({ data: [await readPage(account, account.id, [])].filter(Boolean) });
});
