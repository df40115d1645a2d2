import { cva, type VariantProps } from "class-variance-authority";
import * as Slot from "radix-ui/slot";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cn } from "./class-names.ts";
import { Spinner } from "./spinner.tsx";

export const buttonStyles = cva(
  [
    "relative inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium text-sm",
    "transition-[background-color,border-color,color,opacity] touch:min-h-11",
    "disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50",
    "[&_svg]:size-4 [&_svg]:shrink-0",
  ],
  {
    variants: {
      variant: {
        primary: "bg-accent text-accent-text hover:bg-accent/92 active:bg-accent/88",
        secondary: "border border-border-strong bg-surface text-text hover:bg-text/5 active:bg-text/8",
        ghost:
          "text-text-muted hover:bg-text/6 hover:text-text active:bg-text/10 data-[state=open]:bg-text/6 data-[state=open]:text-text",
        danger: "bg-danger text-accent-text hover:bg-danger/92 active:bg-danger/88",
        "danger-ghost": "text-danger hover:bg-danger/10 active:bg-danger/15",
        link: "h-auto! min-h-0! rounded-sm px-0! text-accent underline-offset-3 hover:underline",
      },
      size: {
        sm: "h-7 px-2",
        md: "h-8 px-3",
        lg: "h-10 px-4 text-base",
      },
      block: { true: "w-full" },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

export type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonStyles> & {
    /** Shows a spinner in place of the label, keeps the width and refuses clicks. */
    loading?: boolean | undefined;
    icon?: ReactNode;
    /** Gives the looks to the single child, a link for example. */
    asChild?: boolean;
  };

/** Refuses presses without being disabled: that would take the focus away, and who pressed it by a key would lose their place. */
export const busy = {
  "aria-busy": true,
  "aria-disabled": true,
  onClick: (event: MouseEvent) => event.preventDefault(),
};

export function Button({ variant, size, block, loading, icon, asChild, className, children, ...rest }: ButtonProps) {
  const classes = cn(buttonStyles({ variant, size, block }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button type="button" {...rest} className={classes} {...(loading ? busy : {})}>
      {loading ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      ) : null}
      <span className={cn("contents", loading && "[&>*]:invisible")}>
        {icon}
        <span className={cn("inline-flex min-w-0 items-center gap-1.5", loading && "invisible")}>{children}</span>
      </span>
    </button>
  );
}
