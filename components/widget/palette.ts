/** Relative luminance of #RRGGBB (WCAG). */
export function luminance(color: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** About what the chat stands on, light and dark: `--surface` in `app/globals.css`. */
const surfaces = { light: "#ffffff", dark: "#15181b" };

/** Whether a line in a company's colour can be told from the chat's surface (3 to 1). */
export function isSeen(color: string, theme: keyof typeof surfaces): boolean {
  return contrast(color, surfaces[theme]) >= 3;
}

const inks = ["#ffffff", "#101417", "#000000"];

/** The first text that reads on a company's colour, 4.5 to 1 or better: white, near black, or in between black. */
export function readableOn(color: string): string {
  return inks.find((ink) => contrast(color, ink) >= 4.5) ?? "#000000";
}
