"use client";

import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { reordered } from "#components/tables/row-order.ts";
import type { Phase } from "#server/phases/schema.ts";
import { PhaseRow } from "./phase-row.tsx";

type PhaseListProps = {
  phases: readonly Phase[];
  /** The phase goes to this place. */
  onMove: (phase: Phase, to: number) => void;
  onEdit: (phase: Phase) => void;
  onDelete: (phase: Phase) => void;
};

/** What the keyboard holds: which phase, and where it would be dropped. */
type Lift = { id: string; at: number };

/** The phases in order. Dragged by mouse and finger; by keyboard space lifts, the arrows move, space drops. */
export function PhaseList({ phases, onMove, onEdit, onDelete }: PhaseListProps) {
  const t = useTranslations("phases");
  const [lift, setLift] = useState<Lift>();
  const list = useRef<HTMLOListElement>(null);
  // A row that changes its place loses the focus on the way.
  useEffect(() => {
    if (lift) list.current?.querySelector<HTMLElement>(`[data-handle="${lift.id}"]`)?.focus();
  }, [lift]);
  const from = phases.findIndex(({ id }) => id === lift?.id);
  const shown = lift && from >= 0 ? reordered(phases, from, lift.at) : phases;
  const count = phases.length;
  const say = (word: "lifted" | "moved" | "dropped", name: string, at: number) =>
    announce(t(word, { name, position: at + 1, count }));

  const move = useCallback(
    (start: number, end: number) => {
      const phase = phases[start];
      if (!phase || start === end) return;
      onMove(phase, end);
      announce(t("dropped", { name: phase.name, position: end + 1, count: phases.length }));
    },
    [phases, onMove, t],
  );

  const cancel = (phase: Phase) => {
    setLift(undefined);
    announce(t("cancelled", { name: phase.name }));
  };

  const onKey = (event: KeyboardEvent, phase: Phase, index: number) => {
    const held = lift?.id === phase.id;
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (event.key === " ") {
      if (!held) {
        setLift({ id: phase.id, at: index });
        say("lifted", phase.name, index);
      } else {
        setLift(undefined);
        move(from, lift.at);
      }
    } else if (held && step !== 0) {
      const at = Math.max(0, Math.min(count - 1, lift.at + step));
      setLift({ id: phase.id, at });
      say("moved", phase.name, at);
    } else if (held && event.key === "Escape") cancel(phase);
    else return;
    event.preventDefault();
  };

  return (
    <ol ref={list} aria-label={t("list")} className="mx-5 rounded-lg border border-border phone:mx-4">
      {shown.map((phase, index) => (
        <PhaseRow
          key={phase.id}
          phase={phase}
          index={index}
          count={count}
          lifted={lift?.id === phase.id}
          onKey={(event) => onKey(event, phase, index)}
          onBlur={() => lift?.id === phase.id && setLift(undefined)}
          onMove={move}
          onEdit={() => onEdit(phase)}
          onDelete={() => onDelete(phase)}
        />
      ))}
    </ol>
  );
}
