import type { Connector } from "../connector.ts";
import { graphRequest } from "../graph/graph.ts";
import { whatsappCapabilities } from "./capabilities.ts";
import { checkWhatsapp } from "./checking.ts";
import { parseWhatsapp } from "./inbound.ts";
import { markReadWhatsapp, reactWhatsapp, renderWhatsapp, sendWhatsapp } from "./outbound.ts";
import { whatsappUploader } from "./uploading.ts";

/** WhatsApp Cloud API. */
export const whatsapp: Connector = {
  platform: "whatsapp",
  refusesLater: true,
  capabilities: whatsappCapabilities,
  parse: parseWhatsapp,
  render: renderWhatsapp,
  uploader: whatsappUploader,
  send: sendWhatsapp,
  react: reactWhatsapp,
  markRead: (connection, _to, externalId, typing) => markReadWhatsapp(connection, externalId, typing),
  check: checkWhatsapp,
  async unsubscribe(connection) {
    if (connection.credentials.platform !== "whatsapp") return;
    await graphRequest(connection, { method: "DELETE", path: `/${connection.credentials.wabaId}/subscribed_apps` });
  },
  // Names come with the messages.
  profile: async () => ({ name: "", username: "" }),
};
