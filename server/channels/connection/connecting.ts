import { AppError } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { seal, unseal } from "#server/base/secrets.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { inCompany } from "#server/db/pool.ts";
import type { ChannelType } from "../schema.ts";
import { simulatorOrigin } from "../simulator/address.ts";
import {
  type Credentials,
  credentialsSchema,
  type Platform,
  platformOf,
  routingId,
  subscriberId,
} from "./credentials.ts";
import { writeCredentials } from "./health.sql.ts";
import { findSealed } from "./looking.sql.ts";

/** A channel with what is needed to talk to its platform. Never put into an answer or a log. */
export type Connection = {
  companyId: string;
  channelId: string;
  type: ChannelType;
  platform: Platform;
  label: string;
  sandbox: boolean;
  connected: boolean;
  disconnectionRequested: boolean;
  /** When the platform was last known to restrict it. */
  restrictedAt?: string | null;
  settings: Record<string, unknown>;
  credentials: Credentials;
  /** Base address of the Graph API with its version. */
  graphUrl: string;
};

/** Where a channel's calls go: Meta's two hosts, or the simulator for sandbox channels. */
export function graphUrlOf(channel: { sandbox: boolean }, credentials: Credentials): string {
  const version = env.meta.graphVersion;
  if (channel.sandbox) return `${simulatorOrigin()}/simulator/graph/${version}`;
  const login = credentials.platform === "instagram" && credentials.flavour === "login";
  return `${login ? env.meta.instagramUrl : env.meta.graphUrl}/${version}`;
}

export function openCredentials(sealed: string): Credentials {
  return credentialsSchema.parse(JSON.parse(unseal(sealed)));
}

/** In place of the access token of a channel that was disconnected. */
export const erasedToken = "erased";

export function sealCredentials(credentials: Credentials): string {
  return seal(JSON.stringify(credentials));
}

/**
 * The connection of a channel; undefined where there is none: no such channel, no credentials, no connector. A failure
 * to look it up is thrown, never an absence: what depends on it is tried again. `deleted`: what is left of one that was.
 */
export async function findConnection(
  actor: Actor,
  channelId: string,
  deleted = false,
): Promise<Connection | undefined> {
  if (!isId(channelId)) return undefined;
  const found = await inCompany(actor.companyId, () => findSealed(actor.companyId, channelId, deleted));
  if (!found) return undefined;
  const { credentials: sealed, id: _id, ...shared } = found;
  const channel = { ...shared, channelId };
  const platform = platformOf(channel.type);
  if (!platform || !sealed) return undefined;
  const credentials = openCredentials(sealed);
  return { ...channel, platform, credentials, graphUrl: graphUrlOf(channel, credentials) };
}

/** The connection of a channel that works; `conflict` where it is not connected. */
export async function connectionOf(actor: Actor, channelId: string): Promise<Connection> {
  const connection = await findConnection(actor, channelId);
  if (!connection?.connected) throw new AppError("conflict", { message: "The channel is not connected." });
  return connection;
}

/**
 * Puts credentials on a channel, sealed. Webhooks follow its ids only once they are `proven`; a proof stays while the
 * ids are the same, and one number, page or account is proven for one channel only.
 */
export async function storeCredentials(
  actor: Actor,
  channelId: string,
  credentials: Credentials,
  now: Date,
  proven = false,
): Promise<void> {
  const externalId = routingId(credentials);
  const accountId = subscriberId(credentials);
  const sealed = { credentials: sealCredentials(credentials), externalId, accountId };
  await writeCredentials({ companyId: actor.companyId, id: channelId }, sealed, { proven, now });
}
