"use client";

import * as Primitive from "radix-ui/popover";
import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";
import { floatStyles } from "./menu-styles.ts";

export const Popover = Primitive.Root;
export const PopoverTrigger = Primitive.Trigger;
export const PopoverAnchor = Primitive.Anchor;
export const PopoverClose = Primitive.Close;

/** Give it `aria-label` or `aria-labelledby`: it is announced as a dialog. */
export function PopoverContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        {...rest}
        className={cn(
          floatStyles,
          "max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-16px)] overflow-y-auto p-3 outline-none",
          className,
        )}
      />
    </Primitive.Portal>
  );
}
