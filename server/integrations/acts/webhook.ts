import { now } from "#server/base/clock.ts";
import { refuseTarget } from "#server/outbound/targets.ts";
import { signatureOf } from "#server/webhooks/delivery/posting.ts";
import type { Act, Acting } from "./act.ts";
import { textIn } from "./settings.ts";

/** The whole conversation, as the API shows its parts. */
function bodyOf({ integrationId, runId, cause, at, dossier }: Acting): string {
  const { test, conversation, contact, messages, messagesTotal, attribution, phase, currency } = dossier;
  const data = { conversation, contact, messages, messagesTotal, attribution, phase, currency };
  const event = `integration/${cause}`;
  return JSON.stringify({ event, timestamp: at.toISOString(), test, integrationId, runId, data });
}

/** Signed as webhooks are (K8), where it has a secret; the id is the same on every try. */
function headersOf({ cause, runId }: Acting, secret: string, body: string): Record<string, string> {
  const named = { "X-Webhook-Event": `integration/${cause}`, "X-Webhook-Event-Id": runId };
  return secret === "" ? named : { ...named, "X-Webhook-Signature": signatureOf(secret, body, now()) };
}

/** Type `webhook`: the whole conversation as JSON to an address of the company's. */
export const webhookAct: Act = {
  feature: "webhooks",
  lacks: (config) => (textIn(config, "url") === "" || refuseTarget(textIn(config, "url")) ? ["url"] : []),
  async run(acting) {
    const body = bodyOf(acting);
    const headers = headersOf(acting, textIn(acting.config, "secret"), body);
    await acting.caller.send({ url: textIn(acting.config, "url"), headers, body });
  },
};
