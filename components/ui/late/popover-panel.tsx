"use client";

import * as Primitive from "radix-ui/popover";
import { type ComponentProps, type RefObject, useEffect, useRef } from "react";
import { UnsavedContext } from "../../forms/use-unsaved.ts";
import { cn } from "../class-names.ts";
import { floatStyles } from "../menu-styles.ts";
import { DiscardQuestion } from "./discard-question.tsx";
import { useAskingFirst } from "./use-asking-first.ts";

type PopoverPanelProps = ComponentProps<typeof Primitive.Content> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: RefObject<HTMLElement | null>;
  /** Given how to close it, for its trigger. */
  closing: RefObject<(() => void) | undefined>;
};

/** The popover itself, around a trigger that was there before it. */
export function PopoverPanel({
  open,
  onOpenChange,
  trigger,
  closing,
  className,
  children,
  ...rest
}: PopoverPanelProps) {
  const leftForElsewhere = useRef(false);
  const { unsaved, change, question } = useAskingFirst(open, onOpenChange);
  useEffect(() => {
    closing.current = () => change(false);
    return () => {
      closing.current = undefined;
    };
  });
  return (
    <>
      <Primitive.Root open={open} onOpenChange={change}>
        <Primitive.Anchor virtualRef={trigger as RefObject<HTMLElement>} />
        <Primitive.Portal>
          <Primitive.Content
            align="start"
            sideOffset={4}
            collisionPadding={8}
            {...rest}
            onCloseAutoFocus={(event) => {
              rest.onCloseAutoFocus?.(event);
              if (!event.defaultPrevented && !leftForElsewhere.current) trigger.current?.focus();
              leftForElsewhere.current = false;
              event.preventDefault();
            }}
            onInteractOutside={(event) => {
              rest.onInteractOutside?.(event);
              if (event.defaultPrevented) return;
              leftForElsewhere.current = !unsaved.current;
              // Its own press closes it; closed here first, that press would open it again.
              if (event.target instanceof Node && trigger.current?.contains(event.target)) event.preventDefault();
            }}
            className={cn(
              floatStyles,
              "max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-16px)] overflow-y-auto p-3 outline-none",
              className,
            )}
          >
            <UnsavedContext value={unsaved}>{children}</UnsavedContext>
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
      <DiscardQuestion {...question} />
    </>
  );
}
