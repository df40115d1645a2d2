export type Rgb = readonly [number, number, number];

/** Reads `oklch(L C H)` or `oklch(L C H / A)` and answers linear sRGB and alpha; undefined for anything else. */
export function parseOklch(text: string): { rgb: Rgb; alpha: number } | undefined {
  const match = /^oklch\(\s*([\d.]+)\s+([\d.]+)\s+([\d.]+)\s*(?:\/\s*([\d.]+)\s*)?\)$/.exec(text.trim());
  if (!match) return undefined;
  const [lightness = 0, chroma = 0, hue = 0, alpha = 1] = match
    .slice(1)
    .map((part) => (part === undefined ? 1 : Number(part)));
  return { rgb: oklchToLinear(lightness, chroma, hue), alpha };
}

/* Björn Ottosson's matrices: https://bottosson.github.io/posts/oklab/ */
function oklchToLinear(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

export function isInGamut(rgb: Rgb): boolean {
  return rgb.every((channel) => channel > -0.0005 && channel < 1.0005);
}

/** What the eye sees of `over` laid on `under` with this opacity; browsers mix the encoded values. */
export function composite(over: Rgb, under: Rgb, alpha: number): Rgb {
  const mix = (index: 0 | 1 | 2) => decode(encode(over[index]) * alpha + encode(under[index]) * (1 - alpha));
  return [mix(0), mix(1), mix(2)];
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [bright, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((bright ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const clamp = (channel: number) => Math.min(1, Math.max(0, channel));
  return 0.2126 * clamp(red) + 0.7152 * clamp(green) + 0.0722 * clamp(blue);
}

function encode(channel: number): number {
  const value = Math.min(1, Math.max(0, channel));
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

function decode(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
