import type { Capabilities } from "../capabilities-schema.ts";

const megabyte = 1024 * 1024;

export const instagramCapabilities: Capabilities = {
  text: 1000,
  textUnit: "bytes",
  buttons: { most: 13, title: 20 },
  list: null,
  caption: 0,
  templates: false,
  humanAgentDays: 7,
  files: {
    image: { types: "any", bytes: 8 * megabyte },
    video: {
      types: ["video/mp4", "video/ogg", "video/x-msvideo", "video/quicktime", "video/webm"],
      bytes: 25 * megabyte,
    },
    audio: { types: ["audio/aac", "audio/mp4", "audio/wav"], bytes: 25 * megabyte },
    file: { types: ["application/pdf"], bytes: 25 * megabyte },
  },
  voice: "none",
  quote: true,
  reaction: true,
  edit: false,
  delete: false,
};
