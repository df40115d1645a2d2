import webPush from "web-push";
import { second } from "#server/base/clock.ts";
import { unseal } from "#server/base/secrets.ts";
import { env } from "#server/config/env.ts";
import { OutboundError, outbound } from "#server/outbound/sending.ts";
import { type PushPayload, subscriptionSchema } from "./schema.ts";
import { vapidKeys } from "./vapid.ts";

/** `gone`: the browser does not want any more; `later`: the push service is busy or away. */
export type PushOutcome = "sent" | "gone" | "refused" | "later";

/** How long a push service keeps it for a device that is off. */
const keptSeconds = 4 * 60 * 60;

/** Push services want to know whom to ask about what we send. */
function subject(): string {
  return env.publicUrl.startsWith("https:") ? env.publicUrl : "mailto:admin@localhost.localdomain";
}

/** Encrypts for one device (RFC 8291), signs (RFC 8292), and calls its push service through the guarded client. */
export async function post(sealed: string, payload: PushPayload): Promise<PushOutcome> {
  const subscription = subscriptionSchema.parse(JSON.parse(unseal(sealed)));
  const request = webPush.generateRequestDetails(subscription, JSON.stringify(payload), {
    vapidDetails: { subject: subject(), ...vapidKeys() },
    TTL: keptSeconds,
    urgency: "high",
    contentEncoding: "aes128gcm",
  });
  // The guarded client counts the bytes itself.
  const headers = Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== "content-length");
  try {
    const { statusCode } = await outbound({
      url: request.endpoint,
      headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      body: request.body ?? Buffer.alloc(0),
      timeoutMs: 10 * second,
      maxBytes: 2000,
    });
    if (statusCode >= 200 && statusCode < 300) return "sent";
    if (statusCode === 404 || statusCode === 410) return "gone";
    return statusCode === 429 || statusCode >= 500 ? "later" : "refused";
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.kind === "blocked" || error.kind === "invalid_url" ? "gone" : "later";
  }
}
