export type KeyPlatform = "apple" | "other";

const apple: Record<string, string> = { mod: "⌘", shift: "⇧", alt: "⌥", ctrl: "⌃" };
const other: Record<string, string> = { mod: "Ctrl", shift: "Shift", alt: "Alt", ctrl: "Ctrl" };
const named: Record<string, string> = {
  enter: "↵",
  escape: "Esc",
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  space: "Space",
  backspace: "⌫",
  delete: "Del",
};

/** The caps to draw for `mod+k` (a chord) or `g i` (one key after the other). */
export function keyCaps(keys: string, platform: KeyPlatform): string[] {
  const modifiers = platform === "apple" ? apple : other;
  return keys
    .split(" ")
    .flatMap((chord) => (chord === "+" ? ["+"] : chord.split("+")))
    .map((key) => {
      const lower = key.toLowerCase();
      return modifiers[lower] ?? named[lower] ?? (key.length === 1 ? key.toUpperCase() : key);
    });
}
