/** A refusal of the server in the reader's words: by its code, its details and its message in English. */
export type Tell = (code: string, details: unknown, message: string) => string;

let tell: Tell | undefined;

/** From now on failures are told in the reader's language; what is answered ends it. */
export function speakFailures(own: Tell): () => void {
  tell = own;
  return () => {
    if (tell === own) tell = undefined;
  };
}

/** Their words in English say nothing to a reader that the screen's own general words would not. */
const wordless = new Set(["unauthorized", "internal_error", "unavailable"]);

/** The server's own words until somebody speaks the reader's language; empty where they tell a person nothing. */
export const inWords: Tell = (code, details, message) =>
  tell?.(code, details, message) ?? (wordless.has(code) ? "" : message);
