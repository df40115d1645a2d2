import { type CSSProperties, useLayoutEffect, useMemo, useState } from "react";
import type { WidgetConfig } from "#server/visitors/schema.ts";
import { isSeen, readableOn } from "./palette.ts";

type Appearance = WidgetConfig["appearance"];

/** Light or dark as the channel says or the device asks, and the channel's colour with text that reads on it. */
export function usePalette(appearance: Appearance | undefined): CSSProperties {
  const theme = appearance?.theme ?? "auto";
  const [dark, setDark] = useState(false);
  useLayoutEffect(() => {
    const device = matchMedia("(prefers-color-scheme: dark)");
    const apply = () => {
      const dark = theme === "dark" || (theme === "auto" && device.matches);
      document.documentElement.classList.toggle("dark", dark);
      setDark(dark);
    };
    apply();
    device.addEventListener("change", apply);
    return () => device.removeEventListener("change", apply);
  }, [theme]);
  const color = appearance?.color;
  return useMemo(() => {
    if (!color) return {};
    const line = isSeen(color, dark ? "dark" : "light") ? color : "var(--text-muted)";
    const text = readableOn(color);
    const own: Record<`--${string}`, string> = { "--accent": color, "--accent-text": text, "--accent-line": line };
    return own;
  }, [color, dark]);
}
