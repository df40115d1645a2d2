"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { cn } from "#components/ui/class-names.ts";
import { usePhone } from "#components/ui/use-media.ts";

type ToolsFoldProps = {
  /** The message stands at the end of the line: what is the reader's side. */
  own: boolean;
  /** What is always beside the message. */
  beside: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** What can be done with a message: beside it on a desk, behind one small button on a phone. */
export function ToolsFold({ own, beside, open, onOpenChange, children }: ToolsFoldProps) {
  const t = useTranslations("messages.tools");
  const id = useId();
  // A thread has many of them: on a desk nothing is drawn that is not shown.
  if (!usePhone()) {
    return (
      <>
        {beside}
        {children}
      </>
    );
  }
  return (
    <>
      <span className={cn("flex items-end gap-1.5", own && "flex-row-reverse")}>
        {beside}
        <button
          type="button"
          aria-label={t("all")}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => onOpenChange(!open)}
          className="hit-area grid size-6 shrink-0 place-items-center rounded-full text-text-faint aria-expanded:bg-text/8 aria-expanded:text-text"
        >
          <Ellipsis aria-hidden className="size-4" />
        </button>
      </span>
      <span id={id} className={cn("basis-full items-center", open ? "flex" : "hidden", own && "justify-end")}>
        {children}
      </span>
    </>
  );
}
