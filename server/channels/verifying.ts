import { z } from "zod";
import type { Actor } from "#server/core/actor.ts";
import { AppError } from "#server/core/errors.ts";
import { query } from "#server/core/operation.ts";
import { readableChannel } from "./access.ts";
import { checkConnection } from "./checking.ts";
import { type Connection, findConnection } from "./connecting.ts";
import { checkedSchema } from "./connection-schema.ts";
import { GraphError, graphRequest } from "./graph.ts";
import { channelIdInput } from "./schema.ts";

type Number = { connection: Connection; phoneNumberId: string };

/** The number of a WhatsApp channel that has its credentials, connected or not. */
async function numberOf(actor: Actor, channelId: string): Promise<Number> {
  const channel = await readableChannel(actor, channelId);
  const connection = await findConnection(actor, channel.id);
  if (connection?.credentials.platform !== "whatsapp")
    throw new AppError("conflict", { message: "Enter the number's credentials first." });
  return { connection, phoneNumberId: connection.credentials.phoneNumberId };
}

/** One call about the number; a refusal is told in words. */
async function ask({ connection, phoneNumberId }: Number, what: string, body: Record<string, string>): Promise<void> {
  try {
    await graphRequest(connection, { method: "POST", path: `/${phoneNumberId}/${what}`, body });
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const words = error.details && error.details !== error.message ? ` ${error.details}` : "";
    throw new AppError("conflict", { message: `${error.message}${words}`, cause: error });
  }
}

/** A new number proves that it is the company's: the platform sends a code to it. */
export const requestNumberCode = query({
  name: "channels.requestCode",
  access: "websites_write",
  input: channelIdInput.extend({
    method: z.enum(["SMS", "VOICE"]),
    language: z.enum(["en", "es", "pt"]).default("en").meta({ description: "Of the message or the call." }),
  }),
  output: z.object({ sent: z.literal(true) }),
  example: (given) => ({ channelId: given.whatsappChannelId ?? "", method: "SMS" as const }),
  async run({ actor, input }) {
    const number = await numberOf(actor, input.channelId);
    const language = { en: "en_US", es: "es_LA", pt: "pt_BR" }[input.language];
    await ask(number, "request_code", { code_method: input.method, language });
    return { sent: true as const };
  },
});

/** The code that came; afterwards the connection is checked, which also registers the number. */
export const verifyNumberCode = query({
  name: "channels.verifyCode",
  access: "websites_write",
  input: channelIdInput.extend({
    code: z
      .string()
      .transform((text) => text.replace(/[\s-]/g, ""))
      .pipe(z.string().regex(/^\d{4,8}$/, { message: "Only the digits of the code." })),
  }),
  output: checkedSchema,
  example: (given) => ({ channelId: given.whatsappChannelId ?? "", code: "123456" }),
  async run({ actor, input }) {
    await ask(await numberOf(actor, input.channelId), "verify_code", { code: input.code });
    return checkConnection.execute(actor, { channelId: input.channelId });
  },
});
