import { useRef } from "react";

/**
 * An id of one's own for what is sent: the same as long as the same is sent again, because the answer may have been
 * lost on its way and it has arrived; another once it is known to have been sent, or is something else.
 */
export function usePressId() {
  const last = useRef<{ said: string; id: string }>(undefined);
  return {
    of(what: unknown): string {
      const said = JSON.stringify(what);
      if (last.current?.said !== said) last.current = { said, id: crypto.randomUUID() };
      return last.current.id;
    },
    sent() {
      last.current = undefined;
    },
  };
}
