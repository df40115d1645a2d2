"use client";

import { type MouseEvent, memo, useEffect, useLayoutEffect, useRef } from "react";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { isUnread } from "#components/conversations/inbox/conversation-row.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useBoard, useDrag } from "../board-context.ts";
import { CardBody } from "./card-body.tsx";
import { CardMenu } from "./card-menu.tsx";
import type { CardWords } from "./card-words.ts";
import { useDraggableCard } from "./use-draggable-card.ts";

type BoardCardProps = {
  row: InboxRow;
  words: CardWords;
  /** The column it is shown in; a card that has just left still stands there. */
  phaseId: string;
  viewerId: string;
  open: boolean;
  /** Reached with the Tab key: one card of each column is. */
  tabStop: boolean;
  /** Where it went while the pointer held it here. */
  left: string;
  onFocus: (conversationId: string) => void;
};

export const helpId = "pipeline-card-help";

export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { row, words, phaseId, viewerId, open, tabStop, left, onFocus } = props;
  const board = useBoard();
  const node = useRef<HTMLDivElement>(null);
  const lifted = useDrag((drag) => (drag?.row.id === row.id ? drag.by : undefined));
  useDraggableCard(node, row);
  useEffect(
    () => (node.current ? board.glider.seat(row.id, node.current, phaseId) : undefined),
    [board, row.id, phaseId],
  );
  useLayoutEffect(() => {
    const card = node.current;
    // Asked while it still is in the page.
    return () => void (card && document.activeElement === card && board.follow(row.id, phaseId));
  }, [board, row.id, phaseId]);
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey) window.open(`/inbox/${row.id}`, "_blank", "noopener");
    else board.open(row.id);
  };
  return (
    <div className="group relative h-full">
      {/* biome-ignore lint/a11y/useSemanticElements: a button cannot be dragged in every browser */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the board listens to the keys of its cards */}
      <div
        ref={node}
        role="button"
        tabIndex={tabStop ? 0 : -1}
        data-card={row.id}
        data-lifted={lifted}
        aria-describedby={board.canMove ? helpId : undefined}
        aria-pressed={board.canMove ? lifted === "keyboard" : undefined}
        aria-current={open ? "true" : undefined}
        onClick={onClick}
        onFocus={() => onFocus(row.id)}
        className={cn(
          "flex h-full select-none flex-col rounded-lg border border-border bg-surface px-3 py-2 text-start",
          "hover:border-border-strong touch:[-webkit-touch-callout:none]",
          open && "border-accent bg-accent/6 hover:border-accent",
          lifted && "border-border-strong border-dashed bg-transparent opacity-50",
          lifted === "keyboard" && "border-accent opacity-100",
        )}
      >
        <CardBody row={row} words={words} viewerId={viewerId} unread={isUnread(row)} />
        {left ? (
          <span className="absolute inset-x-px bottom-px truncate rounded-b-lg bg-surface-raised px-3 py-1 text-2xs text-text-muted">
            {left}
          </span>
        ) : null}
      </div>
      <CardMenu row={row} name={words.name} tabStop={tabStop} />
    </div>
  );
}, sameCard);

/* The words are made anew on each tick of the clock; most of them say the same as before. */
function sameCard(before: BoardCardProps, after: BoardCardProps): boolean {
  const { words: old, ...was } = before;
  const { words: now, ...is } = after;
  const sameWords = (Object.keys(now) as (keyof CardWords)[]).every((key) => old[key] === now[key]);
  return sameWords && (Object.keys(is) as (keyof typeof is)[]).every((key) => was[key] === is[key]);
}
