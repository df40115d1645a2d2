import type { Acting } from "./act.ts";
import { addresses } from "./addresses.ts";
import { textIn } from "./settings.ts";

/** Events that the Conversions API takes for business messaging. */
const names = { lead: "LeadSubmitted", won: "Purchase", test: "LeadSubmitted", closed: undefined } as const;

export const wantsMeta = (config: Acting["config"]): boolean => textIn(config, "datasetId") !== "";

/** What is known of a visitor who came by an ad to WhatsApp; others cannot be told by their click. */
export function metaEvent({ cause, at, config, dossier }: Acting): Record<string, unknown> | undefined {
  const name = names[cause];
  const { attribution, conversation, currency } = dossier;
  const clickId = attribution.referral?.clickId ?? "";
  if (!name || clickId === "" || (cause !== "test" && conversation.channel !== "WHATSAPP")) return undefined;
  const account = textIn(config, "whatsappAccountId");
  const { amount } = conversation;
  // A purchase has a value there, even where nobody has written one down.
  const value = name === "Purchase" ? (amount ?? 0) : amount;
  return {
    event_name: name,
    event_time: Math.floor(at.getTime() / 1000),
    // The same on every try, by which Meta counts it once.
    event_id: `${conversation.id}:${cause}`,
    action_source: "business_messaging",
    messaging_channel: "whatsapp",
    user_data: { ctwa_clid: clickId, ...(account ? { whatsapp_business_account_id: account } : {}) },
    ...(value === null ? {} : { custom_data: { value, currency } }),
  };
}

/** Meta's Conversions API. Without a test code a test only asks whether the token reaches the dataset. */
export async function tellMeta({ config, caller, cause }: Acting, event: Record<string, unknown>): Promise<void> {
  const url = `${addresses.metaGraph}/${encodeURIComponent(textIn(config, "datasetId"))}`;
  const headers = { Authorization: `Bearer ${textIn(config, "accessToken")}` };
  const code = textIn(config, "testEventCode");
  if (cause === "test" && code === "") {
    await caller.send({ url: `${url}?fields=id,name`, method: "GET", headers, limited: true });
    return;
  }
  const body = { data: [event], partner_agent: "parley", ...(code ? { test_event_code: code } : {}) };
  await caller.send({ url: `${url}/events`, headers, body, limited: true });
}
