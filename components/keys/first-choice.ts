import { type KeyboardEvent, useEffect, useState } from "react";

/** The first of a list, however it changes, until somebody has moved to another one that is still in it. */
export function choiceOf(ids: readonly string[], moved: string | undefined): string {
  return moved !== undefined && ids.includes(moved) ? moved : (ids[0] ?? "");
}

type Choices = {
  ids: readonly string[];
  /** What is listed was found for something else: it may be chosen by hand only. */
  waits: boolean;
  take: (id: string) => void;
};

/**
 * For a list of `cmdk` that is searched: which entry Enter takes. Left to itself it keeps what was the first once, and
 * Enter right after a letter takes what stood there before that letter.
 */
export function useFirstChoice({ ids, waits, take }: Choices) {
  const [moved, setMoved] = useState<string>();
  const [awaited, setAwaited] = useState(false);
  const [first] = ids;
  useEffect(() => {
    if (!awaited || waits) return;
    setAwaited(false);
    if (first !== undefined) take(first);
  });
  return {
    list: {
      value: choiceOf(ids, moved),
      onValueChange: (next: string) => setMoved(next === first ? undefined : next),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== "Enter" || event.nativeEvent.isComposing || !waits || moved !== undefined) return;
        event.preventDefault();
        setAwaited(true);
      },
    },
    /** Something else is searched for. */
    restart: () => {
      setMoved(undefined);
      setAwaited(false);
    },
  };
}
