import type { FileKind } from "#server/uploads/choices.ts";

/** What of one kind of file a platform takes: content types, or whatever is of that kind; and the most bytes. */
export type FileLimit = { types: readonly string[] | "any"; bytes: number };

/** What a platform can show; texts over a limit are split or fall back to something plainer. */
export type Capabilities = {
  /** Longest text of one message, in `textUnit`. */
  text: number;
  textUnit: "characters" | "bytes";
  /** Options shown as buttons or chips under a text. */
  buttons: { most: number; title: number };
  /** Options in a list that opens; null where the platform has none. */
  list: { most: number; title: number; description: number } | null;
  /** Longest caption of a file; longer words follow it as a text of their own. */
  caption: number;
  templates: boolean;
  /** A person of the team may still write this many days after the visitor (a setting of the channel). */
  humanAgentDays: number;
  files: Readonly<Record<FileKind, FileLimit>>;
  /** Voice notes: any recording is one, only Ogg with one channel of Opus, or the platform has none: it is a sound. */
  voice: "any" | "ogg" | "none";
  quote: boolean;
  reaction: boolean;
  /** What was sent can be changed, or taken back. */
  edit: boolean;
  delete: boolean;
};
