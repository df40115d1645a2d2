import type { Connector } from "../connector.ts";
import { graphRequest } from "../graph/graph.ts";
import { textIn } from "../inbound/lossless.ts";
import { checkPageConnection } from "../messenger/checking.ts";
import { markSeenPage, reactPage, renderPage, sendPage, subscriptionOf } from "../messenger/outbound.ts";
import { instagramUploader } from "../messenger/uploading.ts";
import { instagramCapabilities } from "./capabilities.ts";
import { readAccount } from "./checking.ts";
import { parseInstagram } from "./inbound.ts";

/** Instagram messages: through a page, or by an Instagram login; the JSON is the same. */
export const instagram: Connector = {
  platform: "instagram",
  capabilities: instagramCapabilities,
  parse: parseInstagram,
  render: (message) => renderPage(message, instagramCapabilities),
  uploader: instagramUploader,
  send: sendPage,
  react: reactPage,
  markRead: (connection, to, _externalId, typing) => markSeenPage(connection, to, typing),
  check: (connection) => checkPageConnection(connection, readAccount),
  async unsubscribe(connection) {
    await graphRequest(connection, { method: "DELETE", path: subscriptionOf(connection).path });
  },
  async profile(connection, userId, timeoutMs) {
    const path = `/${encodeURIComponent(userId)}`;
    const query = { fields: "name,username" };
    const found = await graphRequest(connection, { method: "GET", path, query, timeoutMs });
    return { name: textIn(found.name), username: textIn(found.username) };
  },
};
