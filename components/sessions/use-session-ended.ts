import { useSyncExternalStore } from "react";
import { hasEnded, onEnd } from "./ended.ts";

const notYet = () => false;

/** Whether the server said of the last call that the session is over. */
export const useSessionEnded = (): boolean => useSyncExternalStore(onEnd, hasEnded, notYet);
