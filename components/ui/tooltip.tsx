"use client";

import * as Primitive from "radix-ui/tooltip";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { Kbd } from "../keys/kbd.tsx";

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={350} skipDelayDuration={150} disableHoverableContent>
      {children}
    </Primitive.Provider>
  );
}

type TooltipProps = {
  content: ReactNode;
  /** Keys of a shortcut, shown beside the text. */
  shortcut?: string | undefined;
  side?: ComponentProps<typeof Primitive.Content>["side"];
  children: ReactElement;
};

/** Adds to a name, never replaces it: the child must be understood without the tooltip. */
export function Tooltip({ content, shortcut, side = "top", children }: TooltipProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-72 items-center gap-2 rounded-md bg-text px-2 py-1 text-background text-xs data-[state=delayed-open]:animate-fade-in"
        >
          {content}
          {shortcut ? (
            <Kbd
              keys={shortcut}
              className="[&>span]:border-transparent [&>span]:bg-background/20 [&>span]:text-background"
            />
          ) : null}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
