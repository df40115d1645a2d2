import { useEffect } from "react";
import { laterModule, onceThere } from "#components/ui/late/later.tsx";

/* With the first deed: it must be there before the server is away. */
const later = laterModule(() => import("./missing-piece.ts"));

/**
 * What to say of a page that could not be drawn, and what may help. Where a piece of its script did not come, because the
 * line was cut or another build has none of its name, it is loaded anew by itself.
 */
export function useFault(error: Error, reset: () => void) {
  const misses = error.name === "ChunkLoadError";
  useEffect(() => console.error(error), [error]);
  useEffect(
    () => (misses ? onceThere(later, ({ loadAnewOnceReached }) => loadAnewOnceReached()) : undefined),
    [misses],
  );
  if (!misses) return { title: "title", description: "description", again: reset } as const;
  return { title: "incomplete", description: "incompleteHint", again: () => location.reload() } as const;
}
