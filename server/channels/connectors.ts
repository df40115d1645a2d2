import type { Platform } from "./connection/credentials.ts";
import type { Connector } from "./connector.ts";
import { instagram } from "./instagram/connector.ts";
import { messenger } from "./messenger/connector.ts";
import { whatsapp } from "./whatsapp/connector.ts";

const connectors: Record<Platform, Connector> = { whatsapp, messenger, instagram };

/** The connector of a platform. */
export function connectorFor(platform: Platform): Connector {
  return connectors[platform];
}
