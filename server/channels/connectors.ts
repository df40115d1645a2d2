import type { Connector } from "./connector.ts";
import type { Platform } from "./credentials.ts";
import { whatsapp } from "./whatsapp/connector.ts";

const connectors: Partial<Record<Platform, Connector>> = { whatsapp };

/** The connector of a platform. */
export function connectorFor(platform: Platform): Connector {
  const found = connectors[platform];
  if (!found) throw new Error(`no connector for ${platform}`);
  return found;
}
