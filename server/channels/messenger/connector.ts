import type { Connector } from "../connector.ts";
import { graphRequest } from "../graph/graph.ts";
import { textIn } from "../inbound/lossless.ts";
import { messengerCapabilities } from "./capabilities.ts";
import { checkPageConnection, readPage } from "./checking.ts";
import { parsePage } from "./inbound.ts";
import { markSeenPage, reactPage, renderPage, sendPage, subscriptionOf } from "./outbound.ts";
import { messengerUploader } from "./uploading.ts";

/** Messenger of a Facebook page. */
export const messenger: Connector = {
  platform: "messenger",
  capabilities: messengerCapabilities,
  parse: parsePage,
  render: (message) => renderPage(message, messengerCapabilities),
  uploader: messengerUploader,
  send: sendPage,
  react: reactPage,
  markRead: (connection, to, _externalId, typing) => markSeenPage(connection, to, typing),
  check: (connection) => checkPageConnection(connection, readPage),
  async unsubscribe(connection) {
    await graphRequest(connection, { method: "DELETE", path: subscriptionOf(connection).path });
  },
  async profile(connection, userId, timeoutMs) {
    const path = `/${encodeURIComponent(userId)}`;
    const query = { fields: "first_name,last_name" };
    const found = await graphRequest(connection, { method: "GET", path, query, timeoutMs });
    return { name: [textIn(found.first_name), textIn(found.last_name)].filter(Boolean).join(" "), username: "" };
  },
};
