import { startTransition, useEffect, useState, useSyncExternalStore } from "react";

/**
 * What only the browser knows. Where the server drew with something else, the page is drawn anew in steps, behind
 * whatever is pressed meanwhile; `useSyncExternalStore` alone would draw all of it at once as the page comes alive.
 */
export function useBrowserValue<Value>(
  subscribe: (listener: () => void) => () => void,
  read: () => Value,
  drawnWith: Value,
): Value {
  const [birth] = useState(() => ({ byServer: false }));
  const [alive, setAlive] = useState(false);
  const value = useSyncExternalStore(
    subscribe,
    () => (birth.byServer && !alive ? drawnWith : read()),
    () => {
      // React asks for it only where what the server drew comes alive.
      birth.byServer = true;
      return drawnWith;
    },
  );
  useEffect(() => {
    if (!birth.byServer) return;
    if (Object.is(read(), drawnWith)) birth.byServer = false;
    else startTransition(() => setAlive(true));
  }, [birth]);
  return value;
}
