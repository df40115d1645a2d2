import { useContext, useMemo } from "react";
import { giveFocusBack, keepPlaces } from "./focus-return.ts";
import { PlacesContext } from "./places.ts";

/** What the content of a dialog is given, so that the focus goes back to what opened it. */
export function useFocusReturn() {
  const places = useContext(PlacesContext);
  return useMemo(
    () => ({
      ref: (content: HTMLElement | null) => keepPlaces(content, places?.current ?? []),
      onCloseAutoFocus: (event: Event) => {
        event.preventDefault();
        giveFocusBack(places?.current ?? []);
      },
    }),
    [places],
  );
}
