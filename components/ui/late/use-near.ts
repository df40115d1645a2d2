import { type RefCallback, useCallback, useState } from "react";

/** How far below the screen something may be, in px, and yet be made ready. */
const scrollMargin = "300px";

/** Whether the element has come near the part of the page that is seen; once it has, it stays so. */
export function useNear(): [near: boolean, watch: RefCallback<Element>] {
  const [near, setNear] = useState(false);
  const watch = useCallback((element: Element | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: scrollMargin, scrollMargin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [near, watch];
}
