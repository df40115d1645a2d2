/** What the composer writes: an answer to the visitor, or a note for the team. */
export type DraftMode = "reply" | "note";

/** Characters of each. */
export const longest: Readonly<Record<DraftMode, number>> = { reply: 4096, note: 5000 };

/** A colleague's answer that came after the thread was opened. */
export type Rival = { name: string; at: string; seq: number };
