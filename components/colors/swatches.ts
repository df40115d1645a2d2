/** Colours to offer for tags and the like, stored as `#RRGGBB`: data, not styling. Names are keys of `ui.swatch`. */
export const swatches = [
  { value: "#0E7C99", name: "teal" },
  { value: "#2F6FDE", name: "blue" },
  { value: "#6A5AE0", name: "indigo" },
  { value: "#9A4FD3", name: "violet" },
  { value: "#C8458F", name: "pink" },
  { value: "#D2473F", name: "red" },
  { value: "#D9772B", name: "orange" },
  { value: "#C79A1E", name: "yellow" },
  { value: "#6E9A2D", name: "lime" },
  { value: "#2F8F5B", name: "green" },
  { value: "#8A6A4F", name: "brown" },
  { value: "#6B7785", name: "grey" },
] as const;

/** `#RRGGBB` in capitals, or undefined when it is not a colour. */
export function parseColor(text: string): string | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (!digits) return undefined;
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  return `#${full.toUpperCase()}`;
}
