import type { IntegrationType } from "#server/integrations/choices.ts";

/** The settings of each type, in the order of the form: what may be typed, and whether it stays hidden. */
export const settingsOf = {
  webhook: [
    { key: "url", hidden: false },
    { key: "secret", hidden: true },
  ],
  email: [],
  analytics: [
    { key: "measurementId", hidden: false },
    { key: "apiSecret", hidden: true },
    { key: "datasetId", hidden: false },
    { key: "accessToken", hidden: true },
    { key: "whatsappAccountId", hidden: false },
    { key: "testEventCode", hidden: false },
  ],
  sheets: [],
  crm: [],
} as const satisfies Record<IntegrationType, readonly { key: string; hidden: boolean }[]>;
