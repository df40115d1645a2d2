"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ColorDot } from "../colors/color-dot.tsx";
import { cn } from "./class-names.ts";

type ChipProps = {
  /** The text, also used to name the remove button. */
  label: string;
  /** Something before the value, in a quieter tone: "Phase". */
  prefix?: string;
  icon?: ReactNode;
  color?: string | undefined;
  /** Makes the chip itself a button, to edit a filter for example. */
  onClick?: () => void;
  onRemove?: () => void;
  className?: string;
};

/** A value in a set: a filter, a tag. */
export function Chip({ label, prefix, icon, color, onClick, onRemove, className }: ChipProps) {
  const t = useTranslations("ui.chip");
  const text = (
    <>
      {color ? <ColorDot color={color} /> : null}
      {icon}
      {prefix ? <span className="text-text-muted">{prefix}</span> : null}
      <span className="max-w-48 truncate">{label}</span>
    </>
  );
  const textStyles = cn("flex h-full min-w-0 items-center gap-1.5 pl-2 [&_svg]:shrink-0", onRemove ? "pr-1" : "pr-2");
  return (
    <span
      className={cn(
        "inline-flex h-6 max-w-full shrink-0 items-center rounded-md border border-border-strong bg-surface text-xs touch:h-9",
        className,
      )}
    >
      {onClick ? (
        <button
          type="button"
          onClick={onClick}
          className={cn(textStyles, "rounded-l-md hover:bg-text/5 touch:hit-area")}
        >
          {text}
        </button>
      ) : (
        <span className={textStyles}>{text}</span>
      )}
      {onRemove ? (
        <button
          type="button"
          onClick={onRemove}
          aria-label={t("remove", { label })}
          className="grid h-full w-5 place-items-center rounded-r-md text-text-faint hover:bg-text/6 hover:text-text touch:hit-area touch:w-9"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : null}
    </span>
  );
}
