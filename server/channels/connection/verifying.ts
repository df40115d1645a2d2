import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { readableChannel } from "../access.ts";
import { GraphError, graphRequest } from "../graph/graph.ts";
import { channelIdInput } from "../schema.ts";
import { checkConnection } from "./checking.ts";
import { type Connection, findConnection } from "./connecting.ts";
import { checkedSchema } from "./schema.ts";

type Number = { connection: Connection; phoneNumberId: string };

/** The number of a WhatsApp channel that has its credentials, connected or not. */
async function numberOf(actor: Actor, channelId: string): Promise<Number> {
  const channel = await readableChannel(actor, channelId);
  const connection = await findConnection(actor, channel.id);
  if (connection?.credentials.platform !== "whatsapp")
    throw new AppError("conflict", { message: "Enter the number's credentials first." });
  return { connection, phoneNumberId: connection.credentials.phoneNumberId };
}

/** Makes one call about the number. Returns the platform's reason for a refusal, or "". */
async function ask({ connection, phoneNumberId }: Number, what: string, body: Record<string, string>): Promise<string> {
  try {
    await graphRequest(connection, { method: "POST", path: `/${phoneNumberId}/${what}`, body });
    return "";
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const words = error.details && error.details !== error.message ? ` ${error.details}` : "";
    return `${error.message}${words}`;
  }
}

const refusalField = z.string().meta({ description: "Why the platform refused; empty where it did not." });

/** A new number proves that it is the company's: the platform sends a code to it. */
export const requestNumberCode = query({
  name: "channels.requestCode",
  access: "websites_write",
  whileSeeing: "refused",
  input: channelIdInput.extend({
    method: z.enum(["SMS", "VOICE"]),
    language: z.enum(["en", "es", "pt"]).default("en").meta({ description: "Of the message or the call." }),
  }),
  output: z.object({ refusal: refusalField }),
  example: (given) => ({ channelId: given.whatsappChannelId ?? "", method: "SMS" as const }),
  async run({ actor, input }) {
    const number = await numberOf(actor, input.channelId);
    const language = { en: "en_US", es: "es_LA", pt: "pt_BR" }[input.language];
    return { refusal: await ask(number, "request_code", { code_method: input.method, language }) };
  },
});

/** The code that came; afterwards the connection is checked, which also registers the number. */
export const verifyNumberCode = query({
  name: "channels.verifyCode",
  access: "websites_write",
  whileSeeing: "refused",
  input: channelIdInput.extend({
    code: z
      .string()
      .transform((text) => text.replace(/[\s-]/g, ""))
      .pipe(z.string().regex(/^\d{4,8}$/, { message: "Only the digits of the code." })),
  }),
  output: z.object({ refusal: refusalField, checked: checkedSchema.nullable() }),
  example: (given) => ({ channelId: given.whatsappChannelId ?? "", code: "123456" }),
  async run({ actor, input }) {
    const refusal = await ask(await numberOf(actor, input.channelId), "verify_code", { code: input.code });
    if (refusal !== "") return { refusal, checked: null };
    return { refusal, checked: await checkConnection.execute(actor, { channelId: input.channelId }) };
  },
});
