import { type Appearance, appearancePatch } from "../schema.ts";

export const defaultAppearance: Appearance = {
  color: "#0E7C99",
  name: "",
  windowTitle: "",
  widgetIcon: "chat",
  widgetStyle: "round",
  saluteTime: 0,
  language: "auto",
  askEmail: false,
  askTelephone: false,
  enabled: true,
  position: "right",
  theme: "auto",
  poweredBy: true,
};

/** Defaults, then the chatbot's, then the channel's own. A layer that no longer fits is left out. */
export function mergedAppearance(...layers: readonly unknown[]): Appearance {
  const given = layers.map((layer) => appearancePatch.safeParse(layer ?? {})).map((parsed) => parsed.data ?? {});
  return Object.assign({}, defaultAppearance, ...given);
}
