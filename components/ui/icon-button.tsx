"use client";

import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";
import { busy } from "./button.tsx";
import { cn } from "./class-names.ts";
import { Spinner } from "./spinner.tsx";
import { Tooltip } from "./tooltip.tsx";

const styles = cva(
  [
    "inline-grid shrink-0 place-items-center rounded-md transition-[background-color,color,border-color] touch:size-11",
    "disabled:pointer-events-none disabled:opacity-40 aria-busy:pointer-events-none aria-busy:opacity-40 [&_svg]:size-4",
  ],
  {
    variants: {
      variant: {
        ghost:
          "text-text-muted hover:bg-text/6 hover:text-text active:bg-text/10 aria-pressed:bg-accent/12 aria-pressed:text-accent data-[state=open]:bg-text/6 data-[state=open]:text-text",
        secondary: "border border-border-strong bg-surface text-text hover:bg-text/5 active:bg-text/8",
        primary: "bg-accent text-accent-text hover:bg-accent/92",
        danger: "text-text-muted hover:bg-danger/10 hover:text-danger",
      },
      size: { xs: "size-6", sm: "size-7", md: "size-8" },
    },
    defaultVariants: { variant: "ghost", size: "md" },
  },
);

export type IconButtonProps = Omit<ComponentProps<"button">, "aria-label" | "title"> &
  VariantProps<typeof styles> & {
    /** What it does; the accessible name and the tooltip. */
    label: string;
    shortcut?: string;
    side?: ComponentProps<typeof Tooltip>["side"];
    loading?: boolean;
    children: ReactNode;
  };

export function IconButton({
  label,
  shortcut,
  side,
  loading,
  variant,
  size,
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={label} shortcut={shortcut} side={side}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        {...(loading ? busy : {})}
        className={cn(styles({ variant, size }), className)}
      >
        {loading ? <Spinner /> : children}
      </button>
    </Tooltip>
  );
}
