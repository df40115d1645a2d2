"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { cn } from "../ui/class-names.ts";
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover.tsx";
import { useFieldControl, useFieldLabelId } from "./field.tsx";
import { controlStyles } from "./input.tsx";
import { type Option, OptionList, type OptionListProps } from "./option-list.tsx";

type Shared = Omit<OptionListProps, "selected" | "onSelect" | "searchLabel"> & {
  /** Names the control outside a Field, and its popover. */
  label: string;
  searchLabel?: string;
  placeholder?: string;
  disabled?: boolean;
  /** Replaces the usual trigger; must be one button. */
  trigger?: ReactElement;
  align?: "start" | "center" | "end";
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  className?: string;
};

type ComboboxProps = Shared & { value: string | undefined; onValueChange: (value: string) => void };

/** One of many, with search. */
export function Combobox({ value, onValueChange, ...rest }: ComboboxProps) {
  const chosen = rest.options.find((option) => option.value === value);
  return (
    <ComboboxFrame
      {...rest}
      chosen={chosen ? [chosen] : []}
      selected={value === undefined ? [] : [value]}
      onPick={(next, close) => {
        onValueChange(next);
        close();
      }}
    />
  );
}

type MultiComboboxProps = Shared & { values: readonly string[]; onValuesChange: (values: string[]) => void };

/** Any number of many, with search; stays open while choosing. */
export function MultiCombobox({ values, onValuesChange, ...rest }: MultiComboboxProps) {
  return (
    <ComboboxFrame
      {...rest}
      chosen={rest.options.filter((option) => values.includes(option.value))}
      selected={values}
      onPick={(next) =>
        onValuesChange(values.includes(next) ? values.filter((value) => value !== next) : [...values, next])
      }
    />
  );
}

type FrameProps = Shared & {
  chosen: readonly Option[];
  selected: readonly string[];
  onPick: (value: string, close: () => void) => void;
};

function ComboboxFrame({
  label,
  searchLabel,
  placeholder,
  disabled,
  trigger,
  align,
  className,
  chosen,
  selected,
  onPick,
  ...rest
}: FrameProps) {
  const t = useTranslations("ui.combobox");
  // A button cannot be required: the label says it.
  const { "aria-required": _required, ...control } = useFieldControl();
  const labelId = useFieldLabelId();
  const [ownOpen, setOwnOpen] = useState(false);
  const open = rest.open ?? ownOpen;
  const shown = chosen.map((option) => option.label).join(", ") || (placeholder ?? t("placeholder"));
  const setOpen = (next: boolean) => {
    setOwnOpen(next);
    rest.onOpenChange?.(next);
    if (!next) rest.onQueryChange?.("");
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        {trigger ?? (
          <button
            type="button"
            {...control}
            // A label alone would say what it is of, and not what is chosen.
            aria-labelledby={control.id && `${labelId} ${control.id}`}
            aria-label={control.id ? undefined : `${label}: ${shown}`}
            disabled={disabled}
            className={cn(controlStyles, "flex h-8 items-center justify-between gap-2 px-2.5 text-start", className)}
          >
            <ChosenText chosen={chosen} shown={shown} />
            <ChevronDown aria-hidden className="size-4 shrink-0 text-text-faint" />
          </button>
        )}
      </PopoverTrigger>
      <PopoverContent
        align={align ?? "start"}
        aria-label={label}
        className="flex min-w-(--radix-popper-anchor-width) flex-col overflow-hidden p-0"
      >
        <OptionList
          {...rest}
          searchLabel={searchLabel ?? t("search")}
          selected={selected}
          onSelect={(value) => onPick(value, () => setOpen(false))}
        />
      </PopoverContent>
    </Popover>
  );
}

function ChosenText({ chosen, shown }: { chosen: readonly Option[]; shown: string }) {
  const [first] = chosen;
  if (!first) return <span className="truncate text-text-faint">{shown}</span>;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {chosen.length === 1 ? first.icon : null}
      <span className="truncate">{shown}</span>
    </span>
  );
}
