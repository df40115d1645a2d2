import { useEffect } from "react";
import { isMissingPiece, loadAnewOnceReached } from "./missing-piece.ts";

/**
 * What to say of a page that could not be drawn, and what may help. Where a piece of its script did not come, because the
 * line was cut or another build has none of its name, it is loaded anew by itself.
 */
export function useFault(error: Error, reset: () => void) {
  const misses = isMissingPiece(error);
  useEffect(() => console.error(error), [error]);
  useEffect(() => (misses ? loadAnewOnceReached() : undefined), [misses]);
  if (!misses) return { title: "title", description: "description", again: reset } as const;
  return { title: "incomplete", description: "incompleteHint", again: () => location.reload() } as const;
}
