import type frame from "./en/frame.json";
import type ui from "./en/ui.json";

/** One entry per file in i18n/en and i18n/es; a new noun appends its name here and to `Messages`. */
export const namespaces = ["frame", "ui"] as const;

export type Messages = {
  frame: typeof frame;
  ui: typeof ui;
};

declare module "next-intl" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface AppConfig {
    Messages: Messages;
    Locale: "en" | "es";
  }
}
