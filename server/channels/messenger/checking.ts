import type { Connection } from "../connecting.ts";
import type { CheckStep, Health } from "../connector.ts";
import { GraphError, graphRequest } from "../graph.ts";
import { listIn, textIn } from "../lossless.ts";
import { tryStep } from "../whatsapp/checking.ts";
import { subscriptionOf } from "./outbound.ts";

/** Token, page or account, subscription: each tried. */
export async function checkPageConnection(
  connection: Connection,
  node: string,
  nodeFields: string,
): Promise<{ steps: CheckStep[]; health: Health }> {
  const health: Health = {};
  const token = await tryStep("token", async () => {
    const page = await graphRequest(connection, { method: "GET", path: `/${node}`, query: { fields: nodeFields } });
    health.name = textIn(page.username) || textIn(page.name);
    if (!textIn(page.id))
      throw new GraphError({ code: 0, action: "fail", message: "The token opens another account." });
    return `The token opens ${health.name || node}.`;
  });
  const subscription = await tryStep("subscription", async () => {
    const { path, fields } = subscriptionOf(connection);
    await graphRequest(connection, { method: "POST", path, query: { subscribed_fields: fields } });
    const listed = await graphRequest(connection, { method: "GET", path });
    if (listIn(listed.data).length === 0) {
      throw new GraphError({ code: 0, action: "fail", message: "The app does not receive webhooks of this account." });
    }
    return "Incoming messages are sent here.";
  });
  return { steps: [token, subscription], health };
}
