import type { Capabilities } from "../connector.ts";

export const whatsappCapabilities: Capabilities = {
  text: 4096,
  textUnit: "characters",
  buttons: { most: 3, title: 20 },
  list: { most: 10, title: 24, description: 72 },
  caption: 1024,
  templates: true,
  humanAgentDays: 0,
};

/** Longest text over buttons or a list. */
export const interactiveBody = 1024;
