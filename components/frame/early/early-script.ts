import { keepEarlyDeeds } from "./early-deeds.ts";

/** Stands before all that a page shows. */
export const earlyScript = `(${keepEarlyDeeds})()`;
