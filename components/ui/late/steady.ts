import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * A function that stays the same and does what the one of the last drawing does, so that who gets it need not be drawn
 * anew with it. For what happens, not for what is drawn: while drawing it may still do the deed of before.
 */
export function useSteady<Given extends unknown[], Answer>(
  deed: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const latest = useRef(deed);
  useLayoutEffect(() => {
    latest.current = deed;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
