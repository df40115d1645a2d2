"use client";

import { cva } from "class-variance-authority";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Primitive from "radix-ui/dialog";
import { UnsavedContext } from "../../forms/use-unsaved.ts";
import { cn } from "../class-names.ts";
import type { DialogProps } from "../dialog.tsx";
import { DiscardQuestion } from "./discard-question.tsx";
import { useAskingFirst } from "./use-asking-first.ts";
import { useFocusReturn } from "./use-focus-return.ts";

export const overlayStyles =
  "fixed inset-0 z-40 bg-overlay data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out";

/* Centred on a desk; on a phone it rises from the bottom edge, where thumbs are. */
export const dialogStyles = cva(
  [
    "fixed z-40 flex max-h-[85dvh] flex-col bg-surface-raised shadow-float outline-none",
    "inset-x-4 top-[12vh] mx-auto rounded-lg data-[state=open]:animate-rise-in data-[state=closed]:animate-rise-out",
    "phone:inset-x-0 phone:top-auto phone:bottom-0 phone:max-w-none phone:rounded-b-none phone:pb-safe",
  ],
  {
    variants: { size: { sm: "max-w-100", md: "max-w-130", lg: "max-w-180", xl: "max-w-240" } },
    defaultVariants: { size: "md" },
  },
);

export function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  size,
  hideTitle,
  className,
  children,
  onOpenAutoFocus,
}: DialogProps) {
  const t = useTranslations("ui.dialog");
  const back = useFocusReturn();
  const { unsaved, change, question } = useAskingFirst(open, onOpenChange);
  return (
    <>
      <Primitive.Root open={open} onOpenChange={change}>
        <Primitive.Portal>
          <Primitive.Overlay className={overlayStyles} />
          <Primitive.Content
            {...(description ? {} : { "aria-describedby": undefined })}
            {...back}
            {...(onOpenAutoFocus ? { onOpenAutoFocus } : {})}
            data-modal=""
            className={cn(dialogStyles({ size }), className)}
          >
            <div className={cn("flex items-start gap-3 py-4 pr-14 pl-5", hideTitle && "sr-only")}>
              <div className="grid min-w-0 flex-1 gap-1">
                <Primitive.Title className="wrap-anywhere font-semibold text-lg leading-6">{title}</Primitive.Title>
                {description ? (
                  <Primitive.Description className="text-sm text-text-muted">{description}</Primitive.Description>
                ) : null}
              </div>
            </div>
            <UnsavedContext value={unsaved}>{children}</UnsavedContext>
            {hideTitle ? null : <CloseButton label={t("close")} className="absolute top-3.5 right-3.5" />}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
      <DiscardQuestion {...question} />
    </>
  );
}

/** Last in the page's order, so that opening focuses what the dialog is for; no tooltip, for it would open with it. */
export function CloseButton({ label, className }: { label: string; className?: string }) {
  return (
    <Primitive.Close
      aria-label={label}
      className={cn(
        "grid size-7 place-items-center rounded-md text-text-muted hover:bg-text/6 hover:text-text touch:hit-area",
        className,
      )}
    >
      <X aria-hidden className="size-4" />
    </Primitive.Close>
  );
}
