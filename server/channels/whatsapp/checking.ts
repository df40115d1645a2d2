import { foreignAccess, refusal, tryStep } from "../connection/checking-steps.ts";
import type { Connection } from "../connection/connecting.ts";
import { finding } from "../connection/finding-schema.ts";
import type { CheckStep, Health } from "../connector.ts";
import { graphRequest } from "../graph/graph.ts";
import { listIn, objectIn, textIn } from "../inbound/lossless.ts";

const numberFields =
  "id,display_phone_number,verified_name,quality_rating,code_verification_status,status,platform_type,throughput,is_on_biz_app,whatsapp_business_manager_messaging_limit";

/** States in which a number works, whatever the platform thinks of it; in all others it has to be registered first. */
const registered: ReadonlySet<string> = new Set(["", "CONNECTED", "FLAGGED", "RESTRICTED", "RATE_LIMITED"]);

export const isRegistered = (status: string): boolean => registered.has(status);

function healthOf(number: Record<string, unknown>): Health {
  return {
    name: textIn(number.verified_name),
    number: textIn(number.display_phone_number),
    quality: textIn(number.quality_rating),
    status: textIn(number.status),
    verification: textIn(number.code_verification_status),
    limit: textIn(number.whatsapp_business_manager_messaging_limit),
    throughput: textIn(objectIn(number.throughput).level),
  };
}

/** Token, business account, subscription, number: each tried, so that one look shows all that is missing. */
export async function checkWhatsapp(connection: Connection): Promise<{ steps: CheckStep[]; health: Health }> {
  const { credentials } = connection;
  if (credentials.platform !== "whatsapp") throw new Error("not a WhatsApp connection");
  const { phoneNumberId, wabaId } = credentials;
  let health: Health = {};
  let onPhoneApp = false;
  const token = await tryStep("token", async () => {
    const number = await graphRequest(connection, {
      method: "GET",
      path: `/${phoneNumberId}`,
      query: { fields: numberFields },
    });
    if (textIn(number.id) !== phoneNumberId) throw foreignAccess("otherNumber");
    health = healthOf(number);
    onPhoneApp = number.is_on_biz_app === true;
    return [finding("opensNumber", health.number)];
  });
  const account = await tryStep("account", async () => {
    const listed = await graphRequest(connection, {
      method: "GET",
      path: `/${wabaId}/phone_numbers`,
      query: { limit: "100" },
    });
    const ids = listIn(listed.data).map((one) => textIn(objectIn(one).id));
    if (!ids.includes(phoneNumberId)) {
      throw foreignAccess("notInAccount");
    }
    return [finding("inAccount")];
  });
  const subscription = await tryStep("subscription", async () => {
    await graphRequest(connection, { method: "POST", path: `/${wabaId}/subscribed_apps` });
    const listed = await graphRequest(connection, { method: "GET", path: `/${wabaId}/subscribed_apps` });
    if (listIn(listed.data).length === 0) throw refusal("notSubscribed");
    return [finding("subscribed")];
  });
  const number = await tryStep("number", async () => {
    if (!token.ok) throw refusal("numberUnread");
    const working = isRegistered(health.status ?? "");
    // The phone app has registered it: registering it again would end the app's own use of it.
    if (!working && onPhoneApp) throw refusal("onPhoneApp", health.status);
    if (!working) {
      const proven = !health.verification || health.verification === "VERIFIED";
      if (!proven) throw refusal("unverified");
      if (!credentials.pin) throw refusal("pinMissing", health.status);
      const body = { messaging_product: "whatsapp", pin: credentials.pin };
      await graphRequest(connection, { method: "POST", path: `/${phoneNumberId}/register`, body });
    }
    return [finding("quality", health.quality || "UNKNOWN"), ...(health.limit ? [finding("limit", health.limit)] : [])];
  });
  return { steps: [token, account, subscription, number], health };
}
