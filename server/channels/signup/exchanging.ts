import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import type { ChannelRow } from "../access.ts";
import { graphUrlOf } from "../connection/connecting.ts";
import { type GraphAccess, GraphError, graphRequest } from "../graph/graph.ts";
import { textIn } from "../inbound/lossless.ts";
import { appSecretOf, simulatedAccount } from "../simulator/accounts.ts";
import { signUpApp } from "./offering.ts";

/** The code lives for 30 seconds: an answer that takes longer is too late anyway. */
const timeoutMs = 20_000;

/** Calls as whoever holds the token, to where the channel's calls go. */
export function accessOf(actor: Actor, channel: Pick<ChannelRow, "sandbox">, accessToken: string): GraphAccess {
  // Only an Instagram login has another host, so which WhatsApp credentials these are does not matter.
  const empty = { platform: "whatsapp", phoneNumberId: "0", wabaId: "0", appSecret: "", verifyToken: "" } as const;
  const graphUrl = graphUrlOf(channel, { ...empty, accessToken });
  return { companyId: actor.companyId, graphUrl, credentials: { accessToken } };
}

/** The business's token for the code that the window gave. Throws GraphError where the platform refuses. */
export async function exchangeCode(
  actor: Actor,
  channel: Pick<ChannelRow, "id" | "sandbox">,
  code: string,
): Promise<string> {
  const account = simulatedAccount({ companyId: actor.companyId, channelId: channel.id, platform: "whatsapp" });
  const app = signUpApp(channel.sandbox, account);
  const secret = channel.sandbox ? appSecretOf(account) : (env.meta.appSecret ?? "");
  const query = { client_id: app?.appId ?? "", client_secret: secret, code };
  const answer = await graphRequest(accessOf(actor, channel, ""), {
    method: "GET",
    path: "/oauth/access_token",
    query,
    timeoutMs,
  });
  const token = textIn(answer.access_token);
  if (token === "") throw new GraphError({ code: -1, action: "fail", message: "The platform gave no access." });
  return token;
}
