import type { Capabilities } from "../capabilities-schema.ts";

const megabyte = 1024 * 1024;

export const messengerCapabilities: Capabilities = {
  text: 2000,
  textUnit: "characters",
  buttons: { most: 13, title: 20 },
  list: null,
  caption: 0,
  templates: false,
  humanAgentDays: 7,
  files: {
    image: { types: "any", bytes: 8 * megabyte },
    video: { types: "any", bytes: 25 * megabyte },
    audio: { types: "any", bytes: 25 * megabyte },
    file: { types: "any", bytes: 25 * megabyte },
  },
  voice: "none",
  quote: true,
  reaction: true,
  edit: false,
  delete: false,
};
