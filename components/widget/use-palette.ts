import { type CSSProperties, useLayoutEffect, useMemo } from "react";
import type { WidgetConfig } from "#server/visitors/schema.ts";
import { readableOn } from "./palette.ts";

type Appearance = WidgetConfig["appearance"];

/** Light or dark as the channel says or the device asks, and the channel's colour with text that reads on it. */
export function usePalette(appearance: Appearance | undefined): CSSProperties {
  const theme = appearance?.theme ?? "auto";
  useLayoutEffect(() => {
    const device = matchMedia("(prefers-color-scheme: dark)");
    const apply = () => {
      const dark = theme === "dark" || (theme === "auto" && device.matches);
      document.documentElement.classList.toggle("dark", dark);
    };
    apply();
    device.addEventListener("change", apply);
    return () => device.removeEventListener("change", apply);
  }, [theme]);
  const color = appearance?.color;
  return useMemo(() => {
    const own: Record<`--${string}`, string> = color ? { "--accent": color, "--accent-text": readableOn(color) } : {};
    return own;
  }, [color]);
}
