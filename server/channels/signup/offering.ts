import { AppError } from "#server/base/errors.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { type ChannelRow, readableChannel } from "../access.ts";
import { channelIdInput } from "../schema.ts";
import { type SimulatedAccount, simulatedAccount } from "../simulator/accounts.ts";
import { signUpOfferSchema } from "./schema.ts";

const metaSdk = "https://connect.facebook.net/en_US/sdk.js";
const simulatedSdk = "/simulator/sdk.js";

type SignUpApp = { appId: string; configId: string };

/** The app on whose behalf the window opens; undefined: this installation has none that may. */
export function signUpApp(sandbox: boolean, account: SimulatedAccount): SignUpApp | undefined {
  if (sandbox) return env.simulator ? { appId: account.appId, configId: account.channelId } : undefined;
  const { appId, appSecret, configId } = env.meta;
  return appId && appSecret && configId ? { appId, configId } : undefined;
}

export async function signUpChannel(actor: Actor, channelId: string): Promise<ChannelRow> {
  const channel = await readableChannel(actor, channelId);
  if (channel.type === "WHATSAPP_API") return channel;
  throw new AppError("conflict", { message: "Only WhatsApp numbers are connected in Meta's window." });
}

/** What the page needs to open the window. Secrets stay here: the window gives a code, which the server exchanges. */
export const readSignUpOffer = query({
  name: "channels.signUpOffer",
  access: "websites_write",
  input: channelIdInput,
  output: signUpOfferSchema.nullable(),
  example: (given) => ({ channelId: given.whatsappChannelId ?? "" }),
  async run({ actor, input }) {
    const { id: channelId, label, sandbox } = await signUpChannel(actor, input.channelId);
    const account = simulatedAccount({ companyId: actor.companyId, channelId, platform: "whatsapp" });
    const app = signUpApp(sandbox, account);
    if (!app) return null;
    return { ...app, label, sandbox, version: env.meta.graphVersion, sdkUrl: sandbox ? simulatedSdk : metaSdk };
  },
});
