import { type Ref, type RefObject, useCallback } from "react";

/** One ref that fills a component's own and the one it was given. */
export function useBothRefs<Element>(own: RefObject<Element | null>, given: Ref<Element> | undefined) {
  return useCallback(
    (element: Element | null) => {
      own.current = element;
      if (typeof given === "function") given(element);
      else if (given) given.current = element;
    },
    [own, given],
  );
}
