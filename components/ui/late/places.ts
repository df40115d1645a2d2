import { createContext, type RefObject } from "react";

/** Where the focus goes back to once something closes: each is for when those before it are gone. */
export type Places = readonly HTMLElement[];

/** Of the dialog around, as they were when it was opened. */
export const PlacesContext = createContext<RefObject<Places> | undefined>(undefined);
