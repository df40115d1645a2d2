"use client";

import { ChevronRight, EyeOff, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, memo, type Ref, useCallback, useEffect, useId, useMemo, useState } from "react";
import { cn } from "#components/ui/class-names.ts";
import { AddStepMenu } from "../canvas/add-step-menu.tsx";
import type { Direction } from "../canvas/flow-walk.ts";
import { StepMenu } from "../canvas/step-menu.tsx";
import { slotAtEnd } from "../draft/flow-edits.ts";
import type { FlowFault } from "../draft/flow-faults.ts";
import { useEditing } from "../editor-context.tsx";
import { typeIcons } from "../step/response-types.ts";
import { typeOf } from "../step/step-kinds.ts";
import { useChosenStep } from "../step/step-selection.ts";
import { useStepWords } from "../step/step-words.ts";
import { useStepKeys } from "../step/use-step-keys.ts";
import { type OutlineRow, outerRow, outlineRows } from "./outline-rows.ts";

type FlowOutlineProps = {
  focusRef?: Ref<HTMLDivElement>;
  /** On a phone: a press opens the step, and each line has its menu. */
  touch?: boolean;
};

/** The flow as a tree of lines: all that the canvas shows, for the keyboard, for screen readers and for phones. */
export function FlowOutline({ focusRef, touch }: FlowOutlineProps) {
  const t = useTranslations("flows");
  const base = useId();
  const { tree, faults, selection, select, open, simulated, readOnly } = useEditing();
  const chosen = useChosenStep()?.id;
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  // The head of a branch can be stood on, but not chosen: it counts until another step is.
  const [stood, setStood] = useState<{ key: string; chosen: number | undefined }>();
  const rows = useMemo(() => outlineRows(tree, folded), [tree, folded]);
  const levels = useMemo(() => levelsOf(faults), [faults]);
  const cursor = stood && stood.chosen === chosen ? stood.key : `step-${chosen}`;
  const at = rows.findIndex(({ key }) => key === cursor);
  useEffect(() => {
    if (at >= 0) document.getElementById(`${base}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [base, at]);

  const fold = useCallback((key: string, close: boolean) => {
    setFolded((now) => new Set(close ? [...now, key] : [...now].filter((one) => one !== key)));
  }, []);
  const stand = useCallback(
    (row: OutlineRow) => {
      setStood(row.kind === "branch" ? { key: row.key, chosen: selection.get().id } : undefined);
    },
    [selection],
  );
  const goTo = (row: OutlineRow | undefined) => {
    if (!row) return;
    stand(row);
    if (row.kind === "step") selection.set(row.node.id, true);
  };
  const choose = useCallback(
    (row: OutlineRow) => {
      stand(row);
      if (row.kind !== "step") return;
      if (touch) open(row.node.id);
      else select(row.node.id);
    },
    [stand, select, touch, open],
  );
  const go = (direction: Direction) => {
    const row = rows[at];
    if (direction === "down") goTo(rows[at + 1]);
    else if (direction === "up") goTo(rows[Math.max(0, at - 1)]);
    else if (direction === "right" && row?.folded) fold(row.key, false);
    else if (direction === "right" && row?.foldable) goTo(rows[at + 1]);
    else if (direction === "left" && row?.foldable && !row.folded) fold(row.key, true);
    else if (direction === "left") goTo(outerRow(rows, at));
  };
  const onKeys = useStepKeys(go);
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (row?.kind === "branch" && ["Enter", "Delete", "Backspace", "x"].includes(event.key)) return;
    onKeys(event);
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        ref={focusRef}
        role="tree"
        tabIndex={0}
        aria-label={t("outline.label")}
        aria-activedescendant={at >= 0 ? `${base}-${at}` : undefined}
        onKeyDown={(event) => event.target === event.currentTarget && onKeyDown(event)}
        // The tree holds the focus, also where a line was pressed: the keys go on from there.
        onFocus={({ target, currentTarget }) =>
          target.role === "treeitem" && currentTarget.focus({ preventScroll: true })
        }
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain py-1 focus-visible:outline-offset-[-2px]"
      >
        {rows.map((row, index) => (
          <Line
            key={row.key}
            id={`${base}-${index}`}
            row={row}
            chosen={index === at}
            touch={touch === true}
            level={row.kind === "step" ? levels.get(row.node.id) : undefined}
            live={row.kind === "step" && simulated?.waiting === row.node.internal_name}
            onFold={fold}
            onChoose={choose}
          />
        ))}
      </div>
      {readOnly ? null : (
        <div className="border-border border-t p-2">
          <AddStepMenu slot={slotAtEnd(tree)} label={t("add.atEnd")} />
        </div>
      )}
    </div>
  );
}

function levelsOf(faults: readonly FlowFault[]): ReadonlyMap<number, FlowFault["level"]> {
  const levels = new Map<number, FlowFault["level"]>();
  for (const { id, level } of faults) if (levels.get(id) !== "error") levels.set(id, level);
  return levels;
}

type LineProps = {
  id: string;
  row: OutlineRow;
  chosen: boolean;
  touch: boolean;
  level: FlowFault["level"] | undefined;
  live: boolean;
  onFold: (key: string, close: boolean) => void;
  onChoose: (row: OutlineRow) => void;
};

const Line = memo(function Line({ id, row, chosen, touch, level, live, onFold, onChoose }: LineProps) {
  const t = useTranslations("flows");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the tree, which holds the focus
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.level}
      aria-selected={chosen}
      aria-expanded={row.foldable ? !row.folded : undefined}
      onClick={() => onChoose(row)}
      style={{ paddingInlineStart: 6 + Math.min(row.level - 1, touch ? 6 : 10) * 14 }}
      className={cn(
        "group flex min-h-8 cursor-default items-center gap-1.5 pe-1.5 text-sm touch:min-h-11",
        chosen ? "bg-accent/10" : "hover:bg-text/4",
        live && "shadow-[inset_3px_0_0_var(--bot)]",
      )}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys of the tree fold too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: seen only; the tree says expanded and takes the keys */}
      <span
        onClick={(event) => {
          if (!row.foldable) return;
          event.stopPropagation();
          onFold(row.key, !row.folded);
        }}
        className="grid size-5 shrink-0 place-items-center rounded-sm text-text-faint hover:text-text touch:size-8"
      >
        {row.foldable ? (
          <ChevronRight aria-hidden className={cn("size-3.5 transition-transform", !row.folded && "rotate-90")} />
        ) : null}
      </span>
      {row.kind === "step" ? <StepLine row={row} level={level} /> : <BranchLine row={row} />}
      {row.kind === "step" && touch ? <StepMenu node={row.node} /> : null}
      {row.kind === "branch" && row.branch.nodes.length === 0 ? (
        <span className="min-w-0 flex-1 truncate text-end text-text-faint text-xs">{t("outline.straightOn")}</span>
      ) : null}
    </div>
  );
});

function StepLine({
  row,
  level,
}: {
  row: Extract<OutlineRow, { kind: "step" }>;
  level: FlowFault["level"] | undefined;
}) {
  const t = useTranslations("flows");
  const { node } = row;
  const type = typeOf(node);
  const Icon = typeIcons[type];
  const words = useStepWords()(node);
  return (
    <>
      <Icon aria-hidden className={cn("size-3.5 shrink-0", node.disabled ? "text-text-faint" : "text-accent")} />
      <span className={cn("relative min-w-0 flex-1 truncate", node.disabled && "text-text-muted line-through")}>
        <span className="font-medium">{node.internal_name}</span>
        {words ? <span className="text-text-muted"> {words}</span> : null}
        <span className="sr-only">
          {`, ${t(`types.${type}`)}`}
          {node.disabled ? `, ${t("step.off")}` : ""}
          {node.go_to_internal_name ? `, ${t("outline.jumps", { name: node.go_to_internal_name })}` : ""}
          {level ? `, ${t(`outline.${level}`)}` : ""}
        </span>
      </span>
      {node.disabled ? <EyeOff aria-hidden className="size-3.5 shrink-0 text-text-faint" /> : null}
      {level ? (
        <TriangleAlert
          aria-hidden
          className={cn("size-3.5 shrink-0", level === "error" ? "text-danger" : "text-warning")}
        />
      ) : null}
    </>
  );
}

function BranchLine({ row }: { row: Extract<OutlineRow, { kind: "branch" }> }) {
  const t = useTranslations("flows");
  return (
    <span className="max-w-[80%] shrink-0 truncate text-text-muted">
      <span className="rounded-full border border-border-strong px-2 text-xs leading-5">
        {row.branch.kind === "any" ? t("canvas.anyAnswer") : row.branch.label}
      </span>
    </span>
  );
}
