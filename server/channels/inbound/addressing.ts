import { isId } from "#server/base/ids.ts";
import { env } from "#server/config/env.ts";
import type { Channel } from "#server/db/generated/client.ts";
import { systemPool } from "#server/db/system.ts";
import { openCredentials } from "../connection/connecting.ts";
import type { Platform } from "../connection/credentials.ts";
import { listIn, objectIn, textIn } from "./lossless.ts";

/** A channel that webhooks may name, with what signs them. `own`: its own app's secret among them. */
export type Addressee = {
  companyId: string;
  channelId: string;
  externalId: string;
  accountId: string;
  /** Whether its ids are proven to be its own. */
  proven: boolean;
  own: string;
  secrets: string[];
  verifyToken: string;
};

type Row = Pick<Addressee, "companyId" | "channelId"> &
  Pick<Channel, "sandbox" | "provenAt" | "externalId" | "accountId"> & { sealed: Channel["credentials"] };

const types: Record<Platform, string> = { whatsapp: "WHATSAPP_API", messenger: "FACEBOOK", instagram: "INSTAGRAM" };
const columns = `"companyId", "id" as "channelId", "sandbox", "provenAt", "externalId", "accountId", "credentials" as "sealed"`;

function addressee({ sealed, sandbox, provenAt, externalId, accountId, ...channel }: Row): Addressee {
  const credentials = sealed ? openCredentials(sealed) : undefined;
  const own = credentials?.appSecret ?? "";
  // The installation's app at Meta does not speak for a simulated account.
  const secrets = [own, sandbox ? "" : (env.meta.appSecret ?? "")].filter((secret) => secret !== "");
  const verifyToken = credentials?.verifyToken ?? "";
  return {
    ...channel,
    externalId: externalId ?? "",
    accountId: accountId ?? "",
    proven: provenAt !== null,
    own,
    secrets,
    verifyToken,
  };
}

/** What a piece of a payload is for: `own`, the id of a number, page or Instagram account; else the account above it. */
type Name = `own:${string}` | `account:${string}`;
type Entry = Record<string, unknown>;

const mostKept = 10_000;
const keptMs = 5000;
const kept = new Map<string, { until: number; found: Addressee[] }>();

/** That an account was shared with the app is told under the app's own business, and names the account in `waba_info`. */
function nameOfChange(entry: Entry, change: unknown): Name {
  const value = objectIn(objectIn(change).value);
  const number = textIn(objectIn(value.metadata).phone_number_id);
  const shared = textIn(objectIn(value.waba_info).waba_id);
  if (!number && shared) return `account:${shared}`;
  return number ? `own:${number}` : `account:${textIn(entry.id)}`;
}

/** All that a payload names. Numbers stand in WhatsApp's changes; pages and Instagram accounts are entries. */
export function namesIn(platform: Platform, payload: Record<string, unknown>): Name[] {
  const names = listIn(payload.entry).flatMap((raw): Name[] => {
    const entry = objectIn(raw);
    if (platform !== "whatsapp") return [`own:${textIn(entry.id)}`];
    return listIn(entry.changes).map((change) => nameOfChange(entry, change));
  });
  return [...new Set(names)].filter((name) => !name.endsWith(":"));
}

const idsOf = (kind: "own" | "account", names: readonly Name[]) =>
  names.filter((name) => name.startsWith(`${kind}:`)).map((name) => name.slice(kind.length + 1));

const answersTo = ({ externalId, accountId }: Addressee, name: Name) =>
  name === `own:${externalId}` || (accountId !== "" && name === `account:${accountId}`);

/**
 * Returns only names that were asked for: a number found by its own id says nothing about the others of its account.
 */
function keep(platform: Platform, asked: readonly Name[], found: readonly Addressee[]): void {
  const byName = new Map<Name, Addressee[]>(asked.map((name) => [name, []]));
  for (const one of found) {
    byName.get(`own:${one.externalId}`)?.push(one);
    if (one.accountId) byName.get(`account:${one.accountId}`)?.push(one);
  }
  if (kept.size + byName.size > mostKept) kept.clear();
  const until = Date.now() + keptMs;
  for (const [name, named] of byName) if (named.length > 0) kept.set(`${platform}:${name}`, { until, found: named });
}

/**
 * The channels proven to own these names, in one query for all that are not cached. A number matches only its own id,
 * pages and accounts theirs; the business account serves what names no number. Unknown names are never cached: their
 * channel may be connected at any moment.
 */
export async function addresseesOf(platform: Platform, names: readonly Name[]): Promise<Addressee[]> {
  const at = Date.now();
  const known: Addressee[] = [];
  const fresh: Name[] = [];
  for (const name of names) {
    const one = kept.get(`${platform}:${name}`);
    if (one && one.until > at) known.push(...one.found);
    else fresh.push(name);
  }
  if (fresh.length === 0) return distinct(known);
  const { rows } = await systemPool().query<Row>({
    name: "inbound_addressees",
    text: `select ${columns} from channels
      where "type" = $1 and "deletedAt" is null and "provenAt" is not null
        and ("externalId" = any($2::text[]) or "accountId" = any($3::text[])) limit 5000`,
    values: [types[platform], idsOf("own", fresh), idsOf("account", fresh)],
  });
  const found = rows.map(addressee);
  keep(platform, fresh, found);
  return distinct([...known, ...found]);
}

/** The channel of a webhook address of its own; undefined for any other id. Its ids need not be proven to sign. */
export async function addresseeById(platform: Platform, channelId: string): Promise<Addressee | undefined> {
  if (!isId(channelId)) return undefined;
  const { rows } = await systemPool().query<Row>(
    `select ${columns} from channels where "id" = $1 and "type" = $2 and "deletedAt" is null`,
    [channelId, types[platform]],
  );
  if (!rows[0]) return undefined;
  if (existing.size >= mostKept) existing.clear();
  existing.add(channelId);
  return addressee(rows[0]);
}

const byId = new Map<string, { until: number; found: Promise<Addressee | undefined> }>();

/** The same with a short cache; simultaneous callers are answered in order. Misses are not cached. */
export function recentAddresseeById(platform: Platform, channelId: string): Promise<Addressee | undefined> {
  const key = `${platform}:${channelId}`;
  const known = byId.get(key);
  if (known && known.until > Date.now()) return known.found;
  if (byId.size >= mostKept) byId.clear();
  const found = addresseeById(platform, channelId);
  byId.set(key, { until: Date.now() + keptMs, found });
  const forget = () => byId.delete(key);
  found.then((one) => one ?? forget(), forget);
  return found;
}

const existing = new Set<string>();

/** Whether a channel has used this id before; asking for it again is then not a guess. */
export function isKnownChannel(channelId: string): boolean {
  return existing.has(channelId);
}

/** Whether everything in a payload is this channel's: then its bytes are kept as they came. */
export function isAllFor(to: Addressee, names: readonly Name[]): boolean {
  return names.every((name) => answersTo(to, name));
}

/** The entries of a payload that belong to this channel, so that no message ends up in another company's journal. */
export function entriesFor(platform: Platform, payload: Record<string, unknown>, to: Addressee): Entry[] {
  return listIn(payload.entry).flatMap((raw) => {
    const entry = objectIn(raw);
    if (platform !== "whatsapp") return answersTo(to, `own:${textIn(entry.id)}`) ? [entry] : [];
    const changes = listIn(entry.changes).filter((change) => answersTo(to, nameOfChange(entry, change)));
    return changes.length > 0 ? [{ ...entry, changes }] : [];
  });
}

function distinct(found: readonly Addressee[]): Addressee[] {
  return [...new Map(found.map((one) => [one.channelId, one])).values()];
}
