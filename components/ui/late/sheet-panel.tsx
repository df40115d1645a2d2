"use client";

import { useTranslations } from "next-intl";
import * as Primitive from "radix-ui/dialog";
import { UnsavedContext } from "../../forms/use-unsaved.ts";
import { cn } from "../class-names.ts";
import type { SheetProps } from "../sheet.tsx";
import { CloseButton, overlayStyles } from "./dialog-panel.tsx";
import { DiscardQuestion } from "./discard-question.tsx";
import { useAskingFirst } from "./use-asking-first.ts";
import { useFocusReturn } from "./use-focus-return.ts";

/* Beside a live page no button of it is the first to be pressed: which one comes first depends on what is loaded. */
function focusWhole(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

export function SheetPanel(props: SheetProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    modal = true,
    side = "right",
    className,
    actions,
    footer,
    hideHeader,
    onCloseAutoFocus,
    children,
  } = props;
  const t = useTranslations("ui.dialog");
  const back = useFocusReturn();
  const { unsaved, change, question } = useAskingFirst(open, onOpenChange);
  return (
    <>
      <Primitive.Root open={open} onOpenChange={change} modal={modal}>
        <Primitive.Portal>
          {modal ? <Primitive.Overlay className={overlayStyles} /> : null}
          <Primitive.Content
            {...(description ? {} : { "aria-describedby": undefined })}
            {...(modal ? { "data-modal": "" } : {})}
            {...(modal ? {} : { onOpenAutoFocus: focusWhole })}
            {...(modal ? back : {})}
            {...(onCloseAutoFocus ? { onCloseAutoFocus } : {})}
            onInteractOutside={(event) => {
              if (!modal) event.preventDefault();
            }}
            className={cn(
              "fixed inset-y-0 z-40 flex w-full max-w-120 flex-col bg-surface shadow-float outline-none phone:max-w-none",
              "data-[state=open]:animate-sheet-in data-[state=closed]:animate-sheet-out",
              side === "right" ? "right-0" : "left-0 [--sheet-from:-100%]",
              className,
            )}
          >
            <div
              className={cn(
                "flex min-h-12 items-center gap-2 border-border border-b py-2 pr-14 pl-4",
                hideHeader && "sr-only",
              )}
            >
              <div className="min-w-0 flex-1">
                <Primitive.Title className="truncate font-semibold text-base">{title}</Primitive.Title>
                {description ? (
                  <Primitive.Description className="truncate text-text-muted text-xs">
                    {description}
                  </Primitive.Description>
                ) : null}
              </div>
              {actions}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto">
              <UnsavedContext value={unsaved}>{children}</UnsavedContext>
            </div>
            {footer ? (
              <div className="flex justify-end gap-2 border-border border-t px-4 py-3 phone:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
                {footer}
              </div>
            ) : null}
            {hideHeader ? null : <CloseButton label={t("close")} className="absolute top-2.5 right-3" />}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
      <DiscardQuestion {...question} />
    </>
  );
}
