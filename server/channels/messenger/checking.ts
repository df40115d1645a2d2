import { foreignAccess, refusal, tryStep } from "../connection/checking-steps.ts";
import type { Connection } from "../connection/connecting.ts";
import { finding } from "../connection/finding-schema.ts";
import type { Checked, Health } from "../connector.ts";
import { graphRequest } from "../graph/graph.ts";
import { listIn, textIn } from "../inbound/lossless.ts";
import { subscriptionOf } from "./outbound.ts";

/** Reads what the token opens and answers its name and page; throws where it is not what the channel names. */
type Reader = (connection: Connection) => Promise<{ name: string; pageId?: string }>;

/** The page that the channel names. */
export const readPage: Reader = async (connection) => {
  const { credentials } = connection;
  if (credentials.platform !== "messenger") throw new Error("not a Messenger connection");
  const { pageId } = credentials;
  const page = await graphRequest(connection, { method: "GET", path: `/${pageId}`, query: { fields: "id,name" } });
  if (textIn(page.id) !== pageId) throw foreignAccess("otherPage");
  return { name: textIn(page.name) || pageId, pageId };
};

/** Token, page or account, subscription: each tried. */
export async function checkPageConnection(connection: Connection, read: Reader): Promise<Checked> {
  const health: Health = {};
  let pageId: string | undefined;
  const token = await tryStep("token", async () => {
    const found = await read(connection);
    health.name = found.name;
    pageId = found.pageId;
    return [finding("opensAccount", health.name)];
  });
  const subscription = await tryStep("subscription", async () => {
    const { path, fields } = subscriptionOf(connection);
    await graphRequest(connection, { method: "POST", path, query: { subscribed_fields: fields } });
    const listed = await graphRequest(connection, { method: "GET", path });
    if (listIn(listed.data).length === 0) throw refusal("notSubscribed");
    return [finding("subscribed")];
  });
  return { steps: [token, subscription], health, ...(pageId ? { pageId } : {}) };
}
