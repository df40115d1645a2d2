"use client";

import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names.ts";
import { laterModal } from "./late/later.tsx";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Put DialogBody and DialogFooter here, inside a form where there is one. */
  children: ReactNode;
  size?: "sm" | "md" | "lg" | "xl" | undefined;
  /** Keeps the title for screen readers only. */
  hideTitle?: boolean;
  className?: string;
  onOpenAutoFocus?: (event: Event) => void;
};

export const Dialog = laterModal<typeof import("./late/dialog-panel.tsx"), DialogProps>(
  () => import("./late/dialog-panel.tsx"),
  ({ DialogPanel }) => DialogPanel,
);

/** Its rows never shrink below what they hold, however low the dialog is: it scrolls. */
export function DialogBody({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      {...rest}
      className={cn(
        "grid min-h-0 flex-1 auto-rows-max grid-cols-1 content-start gap-4 overflow-y-auto px-5 pt-1 pb-5",
        className,
      )}
    />
  );
}

/** Buttons at the end, the main one last; stacked full width on a phone. */
export function DialogFooter({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      {...rest}
      className={cn(
        "flex justify-end gap-2 border-border border-t px-5 py-3 phone:flex-col-reverse phone:[&>*]:w-full",
        className,
      )}
    />
  );
}
