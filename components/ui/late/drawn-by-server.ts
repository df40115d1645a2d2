import { useBrowserValue } from "./browser-value.ts";

const never = () => () => undefined;
const noLonger = () => false;

/**
 * Whether what stands here was drawn by the server and is only now coming alive: what needs a window replaces it in
 * steps, behind whatever is pressed meanwhile. Where the browser draws first, it is false from the start.
 */
export function useDrawnByServer(): boolean {
  return useBrowserValue(never, noLonger, true);
}
