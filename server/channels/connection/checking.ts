import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { env } from "#server/config/env.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableChannel } from "../access.ts";
import { connectorFor } from "../connectors.ts";
import { channelIdInput } from "../schema.ts";
import { simulatedAccount, simulatedCredentials } from "../simulator/accounts.ts";
import { viewOneChannel } from "../viewing.ts";
import { type Connection, findConnection, graphUrlOf, storeCredentials } from "./connecting.ts";
import { type Credentials, credentialsSchema, type Platform, platformOf, routingId } from "./credentials.ts";
import { accessOf, hasAccess } from "./cutting-off.ts";
import { writeChecked, writeRead, writeTended } from "./health.sql.ts";
import { loseProof, settleClaim, takenAlready } from "./proving.ts";
import { secretStep } from "./proving-secret.ts";
import { checkedSchema, connectionSchema, credentialsInput, healthSchema } from "./schema.ts";
import { healthBefore, tellHealth } from "./telling-health.ts";

type View = z.input<typeof connectionSchema>;
async function platformOfChannel(actor: Actor, channelId: string): Promise<Platform> {
  const platform = platformOf((await readableChannel(actor, channelId)).type);
  if (!platform) throw new AppError("conflict", { message: "This type of channel is not connected to a platform." });
  return platform;
}

/** What is shown of a connection: no secret, ever. */
async function viewConnection(actor: Actor, channelId: string): Promise<View> {
  const channel = await readableChannel(actor, channelId);
  const found = await prisma.channel.findFirst({
    where: { companyId: actor.companyId, id: channelId },
    select: { health: true, credentials: true, accountId: true, externalId: true, lastInboundAt: true },
  });
  const platform = platformOf(channel.type);
  return {
    channel: await viewOneChannel(actor, channel),
    health: healthSchema.safeParse(found?.health ?? {}).data ?? {},
    callbackUrl: platform ? `${env.publicUrl}/hooks/${platform}/${channelId}` : "",
    hasCredentials: typeof found?.credentials === "string",
    externalId: found?.externalId ?? "",
    accountId: found?.accountId ?? "",
    lastInboundAt: found?.lastInboundAt ?? null,
  };
}

/** Health, quality, limits and where the platform has to call. */
export const readConnection = query({
  name: "channels.connection",
  access: "websites_read",
  input: channelIdInput,
  output: connectionSchema,
  example: (given) => ({ channelId: given.whatsappChannelId ?? "" }),
  run: ({ actor, input }) => viewConnection(actor, input.channelId),
});

/** Every field that keeps the platform from being asked: not given, or not in the platform's own form. */
function unfit(issues: z.core.$ZodIssue[], filled: Record<string, unknown>): AppError {
  const message = "This is needed to connect, in the platform's own form.";
  const names = [...new Set(issues.map(({ path }) => String(path[0] ?? "")))];
  const details = names.map((name) => {
    const code = Object.hasOwn(filled, name) ? "invalid_format" : "required";
    return { field: `credentials.${name}`, code, message };
  });
  return new AppError("validation_error", { message, details });
}

/** `access`: the stored one, where none was given anew. */
type Candidate = { connection: Connection; access?: string };

/** The given credentials over the stored ones; a sandbox channel has its own. */
async function candidate(
  actor: Actor,
  channelId: string,
  given: z.output<typeof credentialsInput>,
): Promise<Candidate> {
  const platform = await platformOfChannel(actor, channelId);
  const channel = await readableChannel(actor, channelId);
  const stored = (await findConnection(actor, channelId))?.credentials;
  const account = simulatedAccount({ companyId: actor.companyId, channelId, platform });
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ""));
  const flavour = platform === "instagram" ? { flavour: "page" } : {};
  const parsed = credentialsSchema.safeParse(
    channel.sandbox ? (stored ?? simulatedCredentials(account)) : { ...flavour, ...stored, ...filled, platform },
  );
  if (!parsed.success) throw unfit(parsed.error.issues, filled);
  const credentials = parsed.data;
  const { type, label, sandbox, connected, disconnectionRequested, settings } = channel;
  const shared = { companyId: actor.companyId, channelId, type, label, sandbox, connected, disconnectionRequested };
  const connection = { ...shared, platform, settings, credentials, graphUrl: graphUrlOf(channel, credentials) };
  const kept = stored && (channel.sandbox || !filled.accessToken);
  return { connection, ...(kept ? { access: accessOf({ credentials: stored }) } : {}) };
}

const finishInput = z.object({
  channelId: z.uuid(),
  credentials: z.custom<Credentials>((value) => credentialsSchema.safeParse(value).success),
  ok: z.boolean(),
  health: z.record(z.string(), z.string()),
  /** The stored access that was tried. Undefined: one that was given anew. */
  access: z.string().optional(),
  /** It was being disconnected when the check began: the platform may hear of that end after it. */
  ending: z.boolean().default(false),
});

/** Keeps what was tried: connected when all steps went well, else the form stays open. */
export const finishConnecting = command({
  name: "channels.finishConnecting",
  access: "websites_write",
  input: finishInput,
  output: z.object({}),
  example: (given) => ({
    channelId: given.whatsappChannelId ?? "",
    credentials: { platform: "messenger" as const, pageId: "1", accessToken: "x", appSecret: "", verifyToken: "" },
    ok: false,
    health: {},
  }),
  async run(context) {
    const { actor, input, now, emit } = context;
    const channel = await readableChannel(actor, input.channelId, true);
    if (platformOf(channel.type) !== input.credentials.platform) return {};
    // What has been stored since is later: a renewed token, or another connection.
    if (input.access !== undefined && !(await hasAccess(actor, channel.id, input.access))) throw connectedAnew();
    const before = await healthBefore(context, channel.id);
    if (!input.ok && channel.connected) {
      // Credentials that work are not replaced by ones that do not; what was read of the same number is kept.
      const same = routingId(input.credentials) === channel.externalId && Object.keys(input.health).length > 0;
      if (!same) return {};
      await writeRead(channel, input.health, now);
      emit({ type: "channel/changed", channelId: channel.id, data: { id: channel.id } });
      return {};
    }
    const moved = routingId(input.credentials) !== channel.externalId;
    await storeCredentials(actor, channel.id, input.credentials, now, input.ok);
    // Nobody knows how old a token is that was typed in: the next look renews it.
    if (input.access === undefined) await writeTended(channel, { tokenAt: "" });
    const form = !input.ok && channel.type === "WHATSAPP_API";
    await writeChecked(channel, { ok: input.ok, form, health: input.health, moved, now });
    const doubtful = input.ok && (input.ending || channel.disconnectionRequested) ? { doubtful: true as const } : {};
    emit({ type: "channel/changed", channelId: channel.id, data: { id: channel.id, ...doubtful } });
    await tellHealth(context, channel.id, before);
    return {};
  },
});

function connectedAnew(): AppError {
  const message = "The channel was given another access while this one was tried. Check it again.";
  return new AppError("conflict", { message });
}

const definedTexts = (health: object) =>
  Object.fromEntries(Object.entries(health).filter((entry): entry is [string, string] => typeof entry[1] === "string"));

/** An Instagram account through a page whose id was not entered: webhooks are subscribed to and ended by page. */
function withPage(credentials: Credentials, pageId: string | undefined): Credentials {
  return credentials.platform === "instagram" && pageId ? { pageId, ...credentials } : credentials;
}

async function check(actor: Actor, channelId: string, given: z.output<typeof credentialsInput>) {
  const stored = Object.values(given).every((value) => value === undefined);
  const { connection, access } = await candidate(actor, channelId, given);
  return tryConnection(actor, connection, { stored, ...(access === undefined ? {} : { access }) });
}

/** Tries a connection step by step, and keeps what works: proven, unless another channel holds the same ids. */
export async function tryConnection(
  actor: Actor,
  connection: Connection,
  { stored = false, access }: { stored?: boolean; access?: string } = {},
): Promise<z.input<typeof checkedSchema>> {
  const { channelId } = connection;
  const { steps: tried, health, pageId } = await connectorFor(connection.platform).check(connection);
  const credentials = withPage(connection.credentials, pageId);
  const steps = [...tried, ...(await secretStep(connection, actor.type !== "system" && tried[0]?.ok === true))];
  const ok = steps.every((step) => step.ok);
  const foreign = steps.find((step) => step.foreign);
  // Applies to stored credentials that turn out to belong to another account, not to ones that are only being tried.
  if (foreign && stored) {
    await loseProof.execute(systemActor(actor.companyId), { channelId, message: foreign.detail, access });
  }
  if (ok) await settleClaim(connection);
  try {
    const ending = connection.disconnectionRequested;
    const found = { credentials, ok, health: definedTexts(health), access, ending };
    await finishConnecting.execute(actor, { channelId, ...found });
  } catch (error) {
    // Another channel has proven the same ids at the same moment.
    if (!(error instanceof AppError) || error.code !== "already_exists") throw error;
    throw takenAlready(connection.platform);
  }
  return { ...(await viewConnection(actor, channelId)), ok, steps };
}

/** Connects by credentials and says what each step found. The calls happen outside of every transaction. */
export const connectChannel = query({
  name: "channels.connect",
  access: "websites_write",
  whileSeeing: "refused",
  input: channelIdInput.extend({ credentials: credentialsInput.default({}) }),
  output: checkedSchema,
  example: (given) => ({ channelId: given.whatsappChannelId ?? "", credentials: {} }),
  run: ({ actor, input }) => check(actor, input.channelId, input.credentials),
});

/** Tries the stored credentials again; a channel that works again is connected again. */
export const checkConnection = query({
  name: "channels.checkConnection",
  access: "websites_write",
  whileSeeing: "refused",
  input: channelIdInput,
  output: checkedSchema,
  example: (given) => ({ channelId: given.whatsappChannelId ?? "" }),
  run: ({ actor, input }) => check(actor, input.channelId, {}),
});
