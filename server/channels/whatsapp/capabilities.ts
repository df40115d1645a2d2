import type { Capabilities } from "../capabilities-schema.ts";

const megabyte = 1024 * 1024;

export const whatsappCapabilities: Capabilities = {
  text: 4096,
  textUnit: "characters",
  buttons: { most: 3, title: 20 },
  list: { most: 10, title: 24, description: 72 },
  caption: 1024,
  templates: true,
  humanAgentDays: 0,
  files: {
    // Pictures of other kinds leave as JPEG.
    image: { types: "any", bytes: 5 * megabyte },
    video: { types: ["video/mp4", "video/3gpp"], bytes: 16 * megabyte },
    audio: { types: ["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"], bytes: 16 * megabyte },
    file: { types: "any", bytes: 100 * megabyte },
  },
  voice: "ogg",
  quote: true,
  reaction: true,
  edit: false,
  delete: false,
};

/** Longest text over buttons or a list. */
export const interactiveBody = 1024;
