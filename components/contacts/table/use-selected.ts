"use client";

import { useEffect, useRef, useState } from "react";
import { registerFold } from "#components/live/folds.ts";
import { leftList, type Selected, selectedIn } from "#components/tables/row-selection.ts";

type Watcher = (contactId: string, deleted: boolean) => void;
const watchers = new Set<Watcher>();

/* Here and not in the noun's live.ts, which every page loads: only the table asks. */
registerFold({
  types: ["contact/*"],
  apply: (_cache, events) => {
    for (const { contactId, type } of events)
      for (const watcher of watchers) watcher(contactId ?? "", type === "contact/deleted");
  },
});

/** Tells which contacts something happens to, until what it answers is called. */
function watchContacts(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

type Row = { id: string };
/** `page` names the page in view, and `rows` are its own; undefined: not yet here. */
type Shown = { list: string; page: string; rows: readonly Row[] | undefined };

function without(held: Selected, ids: Iterable<string>): Selected {
  const keys = new Set(held.keys);
  for (const id of ids) keys.delete(id);
  return keys.size === held.keys.size ? held : { ...held, keys };
}

/**
 * Which contacts of a list are selected, on whatever page. One that is deleted elsewhere is none of them any more, nor
 * one that somebody's change took out of the page in view: neither is to be seen when the selection is acted on.
 */
export function useSelected({ list, page, rows }: Shown) {
  const [held, hold] = useState<Selected>({ list, keys: new Set() });
  const told = useRef(new Set<string>());
  const seen = useRef<{ page: string; ids: readonly string[] }>({ page, ids: [] });
  useEffect(
    () =>
      watchContacts((id, deleted) => {
        if (seen.current.ids.includes(id)) told.current.add(id);
        if (deleted) hold((before) => without(before, [id]));
      }),
    [],
  );
  useEffect(() => {
    if (!rows) return;
    const ids = rows.map(({ id }) => id);
    const left = seen.current.page === page ? leftList(seen.current.ids, ids, told.current) : [];
    seen.current = { page, ids };
    hold((before) => without(before, left));
  }, [page, rows]);
  // Rows that stay while others come may not be of this list.
  const select = (keys: ReadonlySet<string>) => {
    if (rows) hold({ list, keys });
  };
  return [selectedIn(list, held), select] as const;
}
