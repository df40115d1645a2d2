import type { Acting } from "./act.ts";
import { addresses } from "./addresses.ts";
import { isRecord } from "./answers.ts";
import { jsonOf } from "./calling.ts";
import { ActFailure } from "./failing.ts";
import { textIn } from "./settings.ts";

/** Events of the Measurement Protocol that are recommended for leads; a close of its own is none. */
const names = { lead: "generate_lead", won: "close_convert_lead", test: "generate_lead", closed: undefined } as const;

export const wantsGoogle = (config: Acting["config"]): boolean => textIn(config, "measurementId") !== "";

/** Whether Google knows the visitor: events without a client are dropped there. */
export function googleEvent({ cause, at, dossier }: Acting): Record<string, unknown> | undefined {
  const name = names[cause];
  const { attribution, conversation, currency } = dossier;
  if (!name || attribution.gaClientId === "") return undefined;
  const { amount } = conversation;
  const value = amount === null ? {} : { value: amount, currency };
  const source = { source: attribution.utmSource, medium: attribution.utmMedium, campaign: attribution.utmCampaign };
  const known = Object.entries({ ...source, gclid: attribution.gclid }).filter(([, text]) => text !== "");
  const params = { ...value, ...Object.fromEntries(known), lead_id: conversation.id, engagement_time_msec: 1 };
  return {
    client_id: attribution.gaClientId,
    timestamp_micros: at.getTime() * 1000,
    events: [{ name, params }],
  };
}

/** The server that only validates says what is wrong; the other one answers 2xx to everything. */
function refuseFaults(answer: unknown): void {
  const messages = isRecord(answer) ? answer.validationMessages : undefined;
  const [first] = Array.isArray(messages) ? messages : [];
  if (!isRecord(first)) return;
  throw new ActFailure("answer", `Google refused the event: ${String(first.description ?? first.validationCode)}`);
}

/** Google Analytics 4, Measurement Protocol. A test is validated there and counted nowhere. */
export async function tellGoogle({ config, caller, cause }: Acting, event: Record<string, unknown>): Promise<void> {
  const stream = { measurement_id: textIn(config, "measurementId"), api_secret: textIn(config, "apiSecret") };
  const path = cause === "test" ? "/debug/mp/collect" : "/mp/collect";
  const url = `${addresses.googleAnalytics}${path}?${new URLSearchParams(stream)}`;
  const answer = await caller.send({ url, body: event, limited: true });
  if (cause === "test") refuseFaults(jsonOf(answer));
}
