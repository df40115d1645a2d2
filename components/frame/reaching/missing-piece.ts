import { onceReached } from "./answers.ts";

/** A piece of the script that a page is drawn with did not come: the line was cut, or another build has none of its name. */
export const isMissingPiece = (error: Error): boolean => error.name === "ChunkLoadError";

const key = "parley-loaded-anew";
/** A page that was loaded anew for this so short a time ago would not get further by it. */
const onceInMs = 60_000;

function takeTurn(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(key)) < onceInMs) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    // A forbidden storage: the person's own press counts no turns.
    return false;
  }
}

/** Loads the page anew once the server answers: to draw it again would not help. Answers what calls it off. */
export const loadAnewOnceReached = (): (() => void) => onceReached(() => takeTurn() && location.reload());
