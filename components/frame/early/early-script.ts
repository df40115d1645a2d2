import { announceBack } from "./back-announced.ts";
import { keepEarlyDeeds } from "./early-deeds.ts";

/** Stands before all that a page shows. */
export const earlyScript = `(${announceBack})();(${keepEarlyDeeds})()`;
