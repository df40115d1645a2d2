"use client";

import { DismissableLayer, Popper } from "radix-ui/internal";
import { type ReactNode, type RefObject, useEffect } from "react";
import { createPortal } from "react-dom";
import { Kbd } from "../../keys/kbd.tsx";

export type TooltipBubbleProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  content: ReactNode;
  shortcut?: string | undefined;
  side: "top" | "right" | "bottom" | "left";
  state: "delayed-open" | "instant-open";
  onClose: () => void;
};

/** The tooltip itself, beside what it tells of. */
export function TooltipBubble({ id, anchor, content, shortcut, side, state, onClose }: TooltipBubbleProps) {
  useEffect(() => {
    const scrolled = (event: Event) => {
      if (event.target instanceof Node && anchor.current && event.target.contains(anchor.current)) onClose();
    };
    addEventListener("scroll", scrolled, { capture: true });
    return () => removeEventListener("scroll", scrolled, { capture: true });
  }, [anchor, onClose]);
  const inside = (
    <>
      {content}
      {shortcut ? (
        <Kbd
          keys={shortcut}
          className="[&>span]:border-transparent [&>span]:bg-background/20 [&>span]:text-background"
        />
      ) : null}
    </>
  );
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      {createPortal(
        <DismissableLayer.Root asChild onFocusOutside={(event) => event.preventDefault()} onDismiss={onClose}>
          <Popper.Content
            data-state={state}
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 flex max-w-72 items-center gap-2 rounded-md bg-text px-2 py-1 text-background text-xs data-[state=delayed-open]:animate-fade-in"
          >
            {inside}
            <span id={id} role="tooltip" className="sr-only">
              {inside}
            </span>
          </Popper.Content>
        </DismissableLayer.Root>,
        document.body,
      )}
    </Popper.Root>
  );
}
