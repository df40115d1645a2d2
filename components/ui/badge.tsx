import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";
import { ColorDot } from "../colors/color-dot.tsx";
import { cn } from "./class-names.ts";

const styles = cva(
  "inline-flex h-5 max-w-full shrink-0 items-center gap-1 align-middle whitespace-nowrap rounded-sm px-1.5 font-medium text-xs [&_svg]:size-3 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        neutral: "bg-text/6 text-text-muted",
        outline: "border border-border-strong text-text-muted",
        accent: "bg-accent/10 text-accent",
        success: "bg-success/10 text-success",
        warning: "bg-warning/10 text-warning",
        danger: "bg-danger/10 text-danger",
        bot: "bg-bot/10 text-bot",
        note: "bg-note/10 text-note",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof styles>["tone"]>;

type BadgeProps = {
  tone?: BadgeTone | undefined;
  icon?: ReactNode;
  /** A user's own colour, shown as a dot before the text. */
  color?: string | undefined;
  className?: string;
  children: ReactNode;
};

export function Badge({ tone, icon, color, className, children }: BadgeProps) {
  return (
    <span className={cn(styles({ tone }), className)}>
      {color ? <ColorDot color={color} /> : null}
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}

/** A number on something: unread messages, filters. Nothing at zero; "99+" above 99. */
export function CountBadge({
  count,
  label,
  tone = "accent",
}: {
  count: number;
  label: string;
  tone?: "accent" | "neutral";
}) {
  if (count <= 0) return null;
  return (
    <span
      className={cn(
        "tabular inline-flex h-4 min-w-4 shrink-0 items-center justify-center rounded-full px-1 font-semibold text-2xs leading-none",
        tone === "accent" ? "bg-accent text-accent-text" : "bg-text/8 text-text-muted",
      )}
    >
      <span aria-hidden>{count > 99 ? "99+" : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
