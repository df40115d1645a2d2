import { type Appearance, appearancePatch } from "./schema.ts";

export const defaultAppearance: Appearance = {
  color: "#0B6E7F",
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

/** Defaults, then the chatbot's, then the channel's own. Stored values that no longer fit are left out. */
export function mergedAppearance(...layers: readonly unknown[]): Appearance {
  return layers.reduce<Appearance>((merged, layer) => {
    const parsed = appearancePatch.safeParse(layer ?? {});
    const given = parsed.success ? parsed.data : {};
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return { ...merged, ...set };
  }, defaultAppearance);
}
