import type { Capabilities } from "../capabilities-schema.ts";

const megabyte = 1024 * 1024;

/** Our own widget: it shows what a browser shows, and hands out the rest. */
export const webCapabilities: Capabilities = {
  text: 4096,
  textUnit: "characters",
  buttons: { most: 20, title: 80 },
  list: null,
  caption: 1024,
  templates: false,
  humanAgentDays: 0,
  files: {
    image: { types: "any", bytes: 25 * megabyte },
    video: { types: "any", bytes: 100 * megabyte },
    audio: { types: "any", bytes: 100 * megabyte },
    file: { types: "any", bytes: 100 * megabyte },
  },
  voice: "any",
  quote: true,
  reaction: true,
  edit: true,
  delete: false,
};
