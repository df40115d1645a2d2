import type { Capabilities } from "../connector.ts";

export const messengerCapabilities: Capabilities = {
  text: 2000,
  textUnit: "characters",
  buttons: { most: 13, title: 20 },
  list: null,
  caption: 0,
  templates: false,
  humanAgentDays: 7,
};
