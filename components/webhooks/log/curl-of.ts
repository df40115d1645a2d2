import type { DeliveryLog } from "#server/webhooks/schema.ts";
import { curlCommand } from "../shell.ts";
import { bodyText } from "./body-text.ts";

const secretVariable = "$WEBHOOK_SECRET";
/** Stands for a value that the log hides. */
const hidden = /^\*+$/;

/** A delivery as a command; the secret and hidden values are the reader's to fill in. */
export function curlOf(log: Pick<DeliveryLog, "url" | "payload" | "requestHeaders">): string {
  // A signature holds for the moment of sending only.
  const shown = Object.entries(log.requestHeaders).filter(([name]) => !/^x-webhook-(secret|signature)$/i.test(name));
  const headers = shown.map(([name, value]) => [name, hidden.test(value) ? "YOUR_VALUE" : value] as const);
  return curlCommand(
    { url: log.url, headers: [...headers, ["X-Webhook-Secret", secretVariable]], body: bodyText(log.payload) },
    [secretVariable],
  );
}
