import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { readableChannel } from "../access.ts";
import { connectionOf } from "../connection/connecting.ts";
import { GraphError, graphRequest } from "../graph/graph.ts";
import { channelIdInput } from "../schema.ts";
import { importTarget } from "./access.ts";
import { expectHistory } from "./expecting.ts";

/** Records that the history was requested and is expected from now on. */
export const awaitHistory = command({
  name: "channels.awaitHistory",
  access: "system",
  input: z.object({ channelId: z.uuid() }),
  output: z.object({}),
  example: (given) => ({ channelId: given.whatsappChannelId ?? "" }),
  async run(context) {
    const { channelId } = context.input;
    if (await importTarget(context.actor, channelId)) await expectHistory(context, channelId);
    return {};
  },
});

/** It was requested before: the platform has delivered it, or still will. */
const askedBefore: ReadonlySet<number> = new Set([2593107, 2593108]);

async function ask(actor: Actor, channelId: string, what: "smb_app_state_sync" | "history"): Promise<string> {
  const connection = await connectionOf(actor, (await readableChannel(actor, channelId)).id);
  if (connection.credentials.platform !== "whatsapp")
    throw new AppError("conflict", { message: "Only WhatsApp numbers have a phone app." });
  const body = { messaging_product: "whatsapp", sync_type: what };
  const path = `/${connection.credentials.phoneNumberId}/smb_app_data`;
  try {
    await graphRequest(connection, { method: "POST", path, body });
    return "";
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    if (error.subcode !== null && askedBefore.has(error.subcode)) return "";
    if (askedBefore.has(error.code)) return "";
    return error.details || error.message;
  }
}

/** Asks the platform for the contacts and the history of the number's phone app: within 24 hours, once each. */
export const requestHistory = query({
  name: "channels.requestHistory",
  access: "websites_write",
  whileSeeing: "refused",
  input: channelIdInput,
  output: z.object({ refusal: z.string().meta({ description: "Why the platform refused; empty where it did not." }) }),
  example: (given) => ({ channelId: given.whatsappChannelId ?? "" }),
  async run({ actor, input: { channelId } }) {
    const contacts = await ask(actor, channelId, "smb_app_state_sync");
    const history = await ask(actor, channelId, "history");
    const refusal = contacts || history;
    if (!refusal) await awaitHistory.execute(systemActor(actor.companyId), { channelId });
    return { refusal };
  },
});
