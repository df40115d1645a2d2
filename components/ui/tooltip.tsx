"use client";

import * as Slot from "radix-ui/slot";
import { type ReactElement, type ReactNode, useId, useRef } from "react";
import { later, laterModule } from "./late/later.tsx";
import type { TooltipBubbleProps } from "./late/tooltip-bubble.tsx";
import { useTooltip } from "./late/use-tooltip.ts";

const TooltipBubble = later<typeof import("./late/tooltip-bubble.tsx"), TooltipBubbleProps>(
  laterModule(() => import("./late/tooltip-bubble.tsx")),
  (module) => module.TooltipBubble,
);

type TooltipProps = {
  content: ReactNode;
  /** Keys of a shortcut, shown beside the text. */
  shortcut?: string | undefined;
  side?: TooltipBubbleProps["side"] | undefined;
  children: ReactElement;
};

/** Adds to a name, never replaces it: the child must be understood without the tooltip. */
export function Tooltip({ content, shortcut, side = "top", children }: TooltipProps) {
  const { state, close, deeds } = useTooltip();
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  return (
    <>
      <Slot.Root ref={anchor} data-state={state} aria-describedby={state === "closed" ? undefined : id} {...deeds}>
        {children}
      </Slot.Root>
      {state === "closed" ? null : (
        <TooltipBubble
          id={id}
          anchor={anchor}
          content={content}
          shortcut={shortcut}
          side={side}
          state={state}
          onClose={close}
        />
      )}
    </>
  );
}
