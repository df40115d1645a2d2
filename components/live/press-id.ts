import { useRef } from "react";
import { freshId } from "#components/thread/fresh-id.ts";

/**
 * An id of one's own for what is sent: the same as long as the same is sent again, because the answer may have been
 * lost on its way and it has arrived; another once it is known to have been sent, or is something else.
 */
export function usePressId() {
  const last = useRef<{ said: string; id: string }>(undefined);
  return {
    of(what: unknown): string {
      const said = JSON.stringify(what);
      if (last.current?.said !== said) last.current = { said, id: freshId() };
      return last.current.id;
    },
    sent() {
      last.current = undefined;
    },
  };
}
