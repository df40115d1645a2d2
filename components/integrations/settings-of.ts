import type { IntegrationType } from "#server/integrations/choices.ts";

/** How a setting is chosen or typed. */
export type SettingKind = "text" | "secret" | "lines" | "provider" | "people";

/** The settings of each type, in the order of the form: what is typed or chosen. */
export const settingsOf = {
  webhook: [
    { key: "url", kind: "text" },
    { key: "secret", kind: "secret" },
  ],
  email: [{ key: "people", kind: "people" }],
  analytics: [
    { key: "measurementId", kind: "text" },
    { key: "apiSecret", kind: "secret" },
    { key: "datasetId", kind: "text" },
    { key: "accessToken", kind: "secret" },
    { key: "whatsappAccountId", kind: "text" },
    { key: "testEventCode", kind: "text" },
  ],
  sheets: [],
  crm: [
    { key: "provider", kind: "provider" },
    { key: "accessToken", kind: "secret" },
    { key: "pipeline", kind: "text" },
    { key: "stage", kind: "text" },
    { key: "wonStage", kind: "text" },
    { key: "mapping", kind: "lines" },
  ],
} as const satisfies Record<IntegrationType, readonly { key: string; kind: SettingKind }[]>;
