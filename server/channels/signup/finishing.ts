import { randomInt } from "node:crypto";
import { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import { seal, unseal } from "#server/base/secrets.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import type { ChannelRow } from "../access.ts";
import { tryConnection } from "../connection/checking.ts";
import { graphUrlOf } from "../connection/connecting.ts";
import type { Credentials } from "../connection/credentials.ts";
import { GraphError } from "../graph/graph.ts";
import { requestHistory } from "../history/requesting.ts";
import { accountOfToken, simulatedAccount, simulatedCredentials } from "../simulator/accounts.ts";
import { accessOf, exchangeCode } from "./exchanging.ts";
import { type ListedNumber, listNumbers } from "./numbers.ts";
import { signUpApp, signUpChannel } from "./offering.ts";
import { finishSignUpInput, signUpOutcomeSchema } from "./schema.ts";

/** What is known between the window and the choice of a number; the browser carries it sealed. */
const grantSchema = z.object({
  companyId: z.string(),
  channelId: z.string(),
  token: z.string(),
  wabaId: z.string(),
  until: z.number(),
});
type Grant = z.output<typeof grantSchema>;

type Outcome = z.input<typeof signUpOutcomeSchema>;

const chooseWithinMs = 10 * 60_000;
const nothing: Outcome = {
  ...{ outcome: "checked", checked: null, numbers: [], grant: "" },
  ...{ pin: "", refusal: "", history: "none" },
};

function openGrant(actor: Actor, channelId: string, sealed: string, now: Date): Grant {
  const late = new AppError("conflict", { message: "The choice took too long. Open Meta's window again." });
  let opened: unknown;
  try {
    opened = JSON.parse(unseal(sealed));
  } catch {
    throw late;
  }
  const grant = grantSchema.safeParse(opened).data;
  if (grant?.companyId !== actor.companyId || grant.channelId !== channelId || grant.until < now.getTime()) throw late;
  return grant;
}

/** Six digits that a registration sets and a move to another provider asks for. */
const newPin = () => String(randomInt(1_000_000)).padStart(6, "0");

function credentialsFor(channel: ChannelRow, grant: Grant, number: ListedNumber, pin: string): Credentials {
  const ids = { phoneNumberId: number.id, wabaId: grant.wabaId, accessToken: grant.token, ...(pin ? { pin } : {}) };
  // The window opens for the installation's app: an app of the channel's own no longer signs what comes.
  const shared = { platform: "whatsapp", appSecret: "", verifyToken: "", ...ids } as const;
  const account = channel.sandbox ? accountOfToken(grant.token) : undefined;
  if (!account) return shared;
  const { appSecret, verifyToken } = simulatedCredentials(account);
  return { ...shared, appSecret, verifyToken };
}

/** Tries the number as one whose credentials were typed: what passes is proven, and what another channel holds stays. */
async function connect(
  actor: Actor,
  channel: ChannelRow,
  grant: Grant,
  number: ListedNumber,
  given: string | undefined,
): Promise<Outcome> {
  // A number of a phone app, or one that works already, is not registered: there is no PIN to set.
  const pin = number.onPhoneApp || number.registered ? "" : (given ?? newPin());
  const credentials = credentialsFor(channel, grant, number, pin);
  const { type, label, sandbox, connected, disconnectionRequested, settings } = channel;
  const shared = { type, label, sandbox, connected, disconnectionRequested, settings };
  const about = { companyId: actor.companyId, channelId: channel.id, platform: "whatsapp" as const };
  const graphUrl = graphUrlOf(channel, credentials);
  const checked = await tryConnection(actor, { ...shared, ...about, credentials, graphUrl });
  if (!checked.ok) return { ...nothing, checked };
  const made = given === undefined ? pin : "";
  if (!number.onPhoneApp) return { ...nothing, outcome: "connected", checked, pin: made };
  const { refusal } = await requestHistory.execute(actor, { channelId: channel.id });
  return { ...nothing, outcome: "connected", checked, refusal, history: refusal ? "refused" : "asked" };
}

/** Whose number it is must be said by the platform's list, not by the browser. */
function meant(numbers: readonly ListedNumber[], wanted: string, phoneApp: boolean): ListedNumber[] {
  if (wanted !== "") return numbers.filter(({ id }) => id === wanted);
  return phoneApp ? numbers.filter(({ onPhoneApp }) => onPhoneApp) : [...numbers];
}

/**
 * What the window gave becomes a connection: code to token, account subscribed, number registered, all of it checked.
 * The calls happen outside of every transaction.
 */
export const finishSignUp = query({
  name: "channels.finishSignUp",
  access: "websites_write",
  whileSeeing: "refused",
  input: finishSignUpInput,
  output: signUpOutcomeSchema,
  example: (given) => ({ channelId: given.whatsappChannelId ?? "", code: "AQ", wabaId: "1", phoneNumberId: "1" }),
  async run({ actor, input, now }): Promise<Outcome> {
    const channel = await signUpChannel(actor, input.channelId);
    const about = { companyId: actor.companyId, channelId: channel.id };
    if (!signUpApp(channel.sandbox, simulatedAccount({ ...about, platform: "whatsapp" })))
      throw new AppError("conflict", { message: "This installation has no app at Meta for the sign-up." });
    if (input.grant === "" && input.code === "") throw invalidField("code", "The window gave no code.", "required");
    if (input.grant === "" && input.wabaId === "")
      throw invalidField("wabaId", "Meta did not say which WhatsApp account it is. Open its window again.", "required");
    try {
      const { wabaId, code } = input;
      const grant: Grant = input.grant
        ? openGrant(actor, channel.id, input.grant, now)
        : { ...about, wabaId, token: await exchangeCode(actor, channel, code), until: now.getTime() + chooseWithinMs };
      const numbers = await listNumbers(accessOf(actor, channel, grant.token), grant.wabaId);
      const phoneApp = input.event === "FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING";
      const [number, ...more] = meant(numbers, input.phoneNumberId, phoneApp);
      if (!number) return { ...nothing, outcome: "no_number" };
      if (more.length === 0) return await connect(actor, channel, grant, number, input.pin);
      const shown = [number, ...more].map(({ id, number, name }) => ({ id, number, name }));
      return { ...nothing, outcome: "choose", numbers: shown, grant: seal(JSON.stringify(grant)) };
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      const words = error.details && error.details !== error.message ? ` ${error.details}` : "";
      return { ...nothing, outcome: "refused", refusal: `${error.message}${words}` };
    }
  },
});
