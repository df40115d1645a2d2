"use client";

import { onStoredChange, readStored, useStoredState } from "#components/ui/stored-state.ts";
import { useMedia } from "#components/ui/use-media.ts";
import { darkSystem, themeKey } from "./theme-script.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

function parse(text: string): Theme | undefined {
  return themes.find((known) => known === text);
}

/** The reader's theme; `system` until the page has read what is stored. */
export function useThemeChoice(): { theme: Theme; setTheme: (theme: Theme) => void } {
  const [theme, setTheme] = useStoredState<Theme>(themeKey, "system", parse);
  return { theme, setTheme };
}

/** What is to be seen now. */
export function useResolvedTheme(): "light" | "dark" {
  const { theme } = useThemeChoice();
  const systemIsDark = useMedia(darkSystem, false);
  if (theme !== "system") return theme;
  return systemIsDark ? "dark" : "light";
}

/** Keeps the page in the reader's theme: as the system changes, as it is chosen, also in another tab. */
export function watchTheme(): () => void {
  const system = matchMedia(darkSystem);
  const draw = () => drawTheme(system.matches);
  draw();
  system.addEventListener("change", draw);
  const forget = onStoredChange(draw);
  return () => {
    system.removeEventListener("change", draw);
    forget();
  };
}

function drawTheme(systemIsDark: boolean): void {
  const root = document.documentElement;
  const theme = parse(readStored(themeKey) ?? "");
  const dark = theme === "dark" || (theme !== "light" && systemIsDark);
  if (root.classList.contains("dark") === dark) return;
  // All at once: what fades on its way from colour to colour would lag behind the rest.
  root.dataset.turning = "";
  root.classList.toggle("dark", dark);
  void getComputedStyle(root).opacity;
  setTimeout(() => delete root.dataset.turning, 1);
}
