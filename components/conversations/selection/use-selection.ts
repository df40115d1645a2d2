"use client";

import { useMemo, useState } from "react";
import { stillListed, toggledRows } from "#components/tables/row-selection.ts";

export type Selection = {
  ids: ReadonlySet<string>;
  /** All that match the list's filters, whether they are loaded or not. */
  all: boolean;
  /** How many were selected and have left the list since. */
  left: number;
  /** Selects a row or takes it out; with `extend` all between it and the one touched before. */
  toggle: (id: string, extend: boolean) => void;
  selectAll: () => void;
  clear: () => void;
};

type State = { list: string; ids: ReadonlySet<string>; all: boolean; last: string | undefined };

const none: ReadonlySet<string> = new Set();

/** Which rows of one list are selected; another list (`list` names it) begins with none. */
export function useSelection(list: string, keys: readonly string[]): Selection {
  const [held, setHeld] = useState<State>({ list, ids: none, all: false, last: undefined });
  const state = held.list === list ? held : { list, ids: none, all: false, last: undefined };
  return useMemo(() => {
    const listed = state.all ? state.ids : stillListed(state.ids, keys);
    return {
      ids: listed,
      all: state.all,
      left: state.ids.size - listed.size,
      toggle: (id, extend) => {
        const ids = toggledRows(listed, keys, id, { from: state.last, extend });
        setHeld({ list, ids, all: false, last: id });
      },
      selectAll: () => setHeld({ ...state, all: true }),
      // Late, after an answer: what has been selected since stays.
      clear: () =>
        setHeld((now) =>
          now.list === list && now.ids === state.ids ? { list, ids: none, all: false, last: undefined } : now,
        ),
    };
  }, [state, list, keys]);
}
