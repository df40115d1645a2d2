import { useEffect, useRef } from "react";
import { focusReturn } from "#components/ui/late/later.tsx";
import type { Places } from "#components/ui/late/places.ts";

const waiting = "[data-pending]";

/** The last button of the messages that wait beside it, then the thread itself. */
function nextTo(button: Element | null): Places {
  const own = button?.closest(waiting);
  if (!(own && button instanceof HTMLElement)) return [];
  const thread = own.closest<HTMLElement>("[tabindex]");
  const all = [...(thread?.querySelectorAll(waiting) ?? [])];
  const at = all.indexOf(own);
  const beside = [all[at + 1], all[at - 1]].flatMap((one) => [...(one?.querySelectorAll("button") ?? [])].slice(-1));
  return [button, ...beside, ...(focusReturn.now()?.placesFrom(thread) ?? [])];
}

/** For a deed that takes a waiting message out of the thread: the focus of its button goes to what is next. */
export function useFocusGoesOn(): (deed: () => Promise<boolean>) => void {
  const places = useRef<Places>([]);
  useEffect(
    () => () => {
      if (places.current.length > 0) focusReturn.now()?.giveFocusBack(places.current);
    },
    [],
  );
  return (deed) => {
    places.current = nextTo(document.activeElement);
    void deed().then((done) => {
      // It stays where it is.
      if (!done) places.current = [];
    });
  };
}
