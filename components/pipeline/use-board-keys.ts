"use client";

import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { useTranslations } from "next-intl";
import { type FocusEvent, type KeyboardEvent, useCallback } from "react";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { useVisitorName } from "#components/conversations/visitor-name.ts";
import type { Phase } from "#server/phases/schema.ts";
import type { ColumnHandle } from "./board-context.ts";
import type { Drag, DragStore } from "./cards/drag-store.ts";

type Options = {
  store: DragStore;
  phases: readonly Phase[];
  canMove: boolean;
  columns: ReadonlyMap<string, ColumnHandle>;
  rowOf: (conversationId: string) => InboxRow | undefined;
  open: (conversationId: string) => void;
  onDrop: (drag: Drag) => void;
  /** Brings a column into view. */
  show: (phaseId: string) => void;
};

/** The card that has the focus, and the column it stands in. */
function placeOf(target: EventTarget): { id: string; phaseId: string } | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  const id = target.dataset.card;
  const phaseId = target.closest<HTMLElement>("[data-phase]")?.dataset.phase;
  return id && phaseId ? { id, phaseId } : undefined;
}

/** Space lifts, arrows move, space drops, escape cancels; without a lifted card arrows go from card to card. */
export function useBoardKeys(options: Options) {
  const { store, phases, columns, rowOf, canMove, open, onDrop, show } = options;
  const t = useTranslations("pipeline.announce");
  const visitorName = useVisitorName();
  const nameOf = useCallback((id: string) => phases.find((phase) => phase.id === id)?.name ?? "", [phases]);
  /** A colleague may have moved it meanwhile. */
  const whereOf = useCallback(({ row, from }: Drag) => rowOf(row.id)?.phaseId ?? from, [rowOf]);

  const carry = useCallback(
    (event: KeyboardEvent, drag: Drag) => {
      const index = phases.findIndex((phase) => phase.id === drag.over);
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      const next = phases[index + step];
      if (step !== 0 && next) {
        store.over(next.id);
        show(next.id);
        announce(t("over", { phase: next.name, position: index + step + 1, count: phases.length }));
      } else if (step !== 0) announce(t("edge"));
      else if (event.key === "ArrowUp" || event.key === "ArrowDown") announce(t("ordered"));
      else if (event.key === " " || event.key === "Enter") {
        store.end();
        onDrop(drag);
      } else if (event.key === "Escape") {
        store.end();
        show(whereOf(drag));
        announce(t("cancelled", { phase: nameOf(whereOf(drag)) }));
      } else return false;
      return true;
    },
    [store, phases, t, nameOf, whereOf, onDrop, show],
  );

  const walk = useCallback(
    (key: string, place: { id: string; phaseId: string }) => {
      const column = columns.get(place.phaseId);
      const index = column?.indexOf(place.id) ?? -1;
      if (!column || index < 0) return false;
      const last = column.count() - 1;
      const rows: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: last };
      const row = rows[key];
      if (row !== undefined) {
        if (row >= 0 && row <= last) column.focusAt(row);
        return true;
      }
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      if (step === 0) return false;
      const from = phases.findIndex((phase) => phase.id === place.phaseId);
      // Empty columns are passed over.
      for (let at = from + step; phases[at]; at += step) {
        const id = phases[at]?.id ?? "";
        const count = columns.get(id)?.count() ?? 0;
        if (count === 0) continue;
        show(id);
        columns.get(id)?.focusAt(Math.min(index, count - 1));
        break;
      }
      return true;
    },
    [columns, phases, show],
  );

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      let drag = store.get();
      const place = placeOf(event.target);
      if (!place) return;
      // The lifted one has left the board: what a key does is meant for the card that has the focus.
      if (drag?.by === "keyboard" && drag.row.id !== place.id) drag = void store.end();
      let done = false;
      if (drag?.by === "keyboard") done = carry(event, drag);
      else if (event.key === " ") {
        const row = rowOf(place.id);
        done = true;
        if (canMove && row) {
          store.lift(row, "keyboard");
          const position = phases.findIndex((phase) => phase.id === row.phaseId) + 1;
          const words = { name: visitorName(row), phase: nameOf(row.phaseId), position, count: phases.length };
          announce(t("lifted", words));
        }
      } else if (event.key === "Enter") {
        done = true;
        open(place.id);
      } else done = walk(event.key, place);
      if (done) event.preventDefault();
    },
    [store, carry, walk, rowOf, canMove, phases, visitorName, nameOf, open, t],
  );

  // Moving the focus away drops a lifted card.
  const onBlur = useCallback(
    (event: FocusEvent) => {
      const drag = store.get();
      if (drag?.by !== "keyboard" || placeOf(event.target)?.id !== drag.row.id) return;
      store.end();
      announce(t("cancelled", { phase: nameOf(whereOf(drag)) }));
    },
    [store, t, nameOf, whereOf],
  );
  return { onKeyDown, onBlur };
}
