import type { Capabilities } from "../connector.ts";

export const instagramCapabilities: Capabilities = {
  text: 1000,
  textUnit: "bytes",
  buttons: { most: 13, title: 20 },
  list: null,
  caption: 0,
  templates: false,
  humanAgentDays: 7,
};
