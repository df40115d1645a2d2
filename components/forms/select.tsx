"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useState } from "react";
import { cn } from "../ui/class-names.ts";
import { laterModule, useWhenThere } from "../ui/late/later.tsx";
import { useFieldControl } from "./field.tsx";
import { controlStyles } from "./input.tsx";

export type SelectOption<Value extends string> = {
  value: Value;
  label: string;
  icon?: ReactNode;
  hint?: string;
  disabled?: boolean;
  /** Options with the same group stand together under it. */
  group?: string;
};

export type SelectProps<Value extends string> = {
  options: readonly SelectOption<Value>[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  placeholder?: string;
  /** Needed outside a Field. */
  "aria-label"?: string;
  id?: string;
  name?: string;
  disabled?: boolean;
  size?: "sm" | "md";
  className?: string;
};

const lateSelect = laterModule(() => import("./late-select.tsx"));
const openingKeys = [" ", "Enter", "ArrowUp", "ArrowDown"];

/**
 * Its button is drawn at once. The whole of it takes the button's place with the first deed on the page, while nobody
 * is at the button, or with the press that opens it.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const [open, setOpen] = useState(false);
  const [held, setHeld] = useState(false);
  const [whole, setWhole] = useState(false);
  const there = useWhenThere(lateSelect, open);
  if (there && !whole && (open || !held)) setWhole(true);
  if (there && whole) return <there.LateSelect {...props} open={open} onOpenChange={setOpen} />;
  return <SelectButton {...props} open={open} onOpen={() => setOpen(true)} onHold={setHeld} />;
}

type SelectButtonProps<Value extends string> = SelectProps<Value> & {
  open: boolean;
  onOpen: () => void;
  /** Somebody is at it: it must not be exchanged. */
  onHold: (held: boolean) => void;
};

function SelectButton<Value extends string>(props: SelectButtonProps<Value>) {
  const { options, value, placeholder, size = "md", className, disabled, open, onOpen, onHold } = props;
  const t = useTranslations("ui.select");
  const control = useFieldControl({ id: props.id });
  const chosen = options.find((option) => option.value === value);
  return (
    <button
      type="button"
      role="combobox"
      aria-autocomplete="none"
      aria-expanded={open}
      data-state="closed"
      data-placeholder={chosen ? undefined : ""}
      disabled={disabled}
      {...control}
      aria-label={props["aria-label"]}
      className={selectStyles(size, className)}
      onPointerDown={() => onHold(true)}
      onPointerLeave={(event) => onHold(event.currentTarget === document.activeElement)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (!openingKeys.includes(event.key)) return;
        event.preventDefault();
        onOpen();
      }}
    >
      <span style={{ pointerEvents: "none" }}>
        {chosen ? <SelectLabel option={chosen} /> : (placeholder ?? t("placeholder"))}
      </span>
      <SelectSign />
    </button>
  );
}

export function selectStyles(size: "sm" | "md", className: string | undefined): string {
  return cn(
    controlStyles,
    "inline-flex items-center justify-between gap-2 px-2.5 text-start data-placeholder:text-text-faint [&>span]:truncate",
    size === "sm" ? "h-7" : "h-8",
    className,
  );
}

export function SelectLabel({ option }: { option: SelectOption<string> }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-2">
      {option.icon}
      <span className="truncate">{option.label}</span>
    </span>
  );
}

export function SelectSign(props: ComponentProps<typeof ChevronDown>) {
  return <ChevronDown aria-hidden {...props} className="size-4 shrink-0 text-text-faint" />;
}
