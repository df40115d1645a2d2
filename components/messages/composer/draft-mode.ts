/** What the composer writes: an answer to the visitor, or a note for the team. */
export type DraftMode = "reply" | "note";
