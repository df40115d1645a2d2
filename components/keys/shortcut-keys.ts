export type KeyStroke = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  /** Where the key lies: `KeyK`. */
  code?: string;
};

/** The key in small letters; the Latin letter at its place where the layout writes another script. */
function keyOf({ key, code }: KeyStroke): string {
  const letter = /^(?!\p{Script=Latin})\p{L}/u.test(key) && code?.match(/^Key(.)$/)?.[1];
  return (letter || key).toLowerCase();
}

/** The chord of a stroke in the registry's writing: `j`, `?`, `mod+k`, `mod+shift+p`, `shift+enter`. */
export function chordOf(stroke: KeyStroke): string {
  const key = keyOf(stroke);
  const printable = key.length === 1 && !/[a-z]/.test(key);
  const parts = [
    stroke.ctrlKey || stroke.metaKey ? "mod" : "",
    stroke.altKey ? "alt" : "",
    // Shift is already in a sign such as "?", which some keyboards reach without it.
    stroke.shiftKey && !printable ? "shift" : "",
    key === " " ? "space" : key,
  ];
  return parts.filter(Boolean).join("+");
}

export type Match<Shortcut> = { run: Shortcut } | { pending: string } | undefined;

/** Finds what a chord does after `prefix`; `pending` when it only begins a sequence such as `g i`. */
export function matchChord<Shortcut extends { keys: string }>(
  shortcuts: readonly Shortcut[],
  prefix: string,
  chord: string,
): Match<Shortcut> {
  const written = prefix ? `${prefix} ${chord}` : chord;
  // The page registers after the frame: its meaning of a key wins.
  const run = shortcuts.findLast((shortcut) => shortcut.keys.toLowerCase() === written);
  if (run) return { run };
  if (shortcuts.some((shortcut) => shortcut.keys.toLowerCase().startsWith(`${written} `))) return { pending: written };
  return prefix ? matchChord(shortcuts, "", chord) : undefined;
}

/** Each page's shortcuts without those that a later page gives another meaning: a key does one thing only. */
export function obeyed<Shortcut extends { keys: string }, Page extends { shortcuts: readonly Shortcut[] }>(
  pages: readonly Page[],
): (Page & { shortcuts: Shortcut[] })[] {
  const all = pages.flatMap(({ shortcuts }) => shortcuts);
  const isLast = (one: Shortcut) => all.findLast(({ keys }) => keys === one.keys) === one;
  return pages.map((page) => ({ ...page, shortcuts: page.shortcuts.filter(isLast) }));
}

/** Chords that may fire while typing: those with ctrl or cmd, which write nothing. */
export function firesWhileTyping(chord: string): boolean {
  return chord.startsWith("mod+");
}

const repeating = /^(?:j|k|(?:alt\+)?arrow\w+|mod\+(?:z|shift\+z|y))$/;

/** Chords whose deed a held key does again and again: those that move, and undo and redo of an editor. */
export function mayRepeat(chord: string): boolean {
  return repeating.test(chord);
}
