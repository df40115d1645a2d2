"use client";

import { Check, ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Primitive from "radix-ui/select";
import type { ReactNode } from "react";
import { cn } from "../ui/class-names.ts";
import { menuItemStyles, menuLabelStyles, menuStyles } from "../ui/menu-styles.ts";
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

type SelectProps<Value extends string> = {
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

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onValueChange, placeholder, size = "md", className, name, disabled } = props;
  const t = useTranslations("ui.select");
  const control = useFieldControl({ id: props.id });
  return (
    <Primitive.Root
      value={value ?? ""}
      {...(name ? { name } : {})}
      disabled={disabled ?? false}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onValueChange(chosen.value);
      }}
    >
      <Primitive.Trigger
        {...control}
        aria-label={props["aria-label"]}
        className={cn(
          controlStyles,
          "inline-flex items-center justify-between gap-2 px-2.5 text-start data-placeholder:text-text-faint [&>span]:truncate",
          size === "sm" ? "h-7" : "h-8",
          className,
        )}
      >
        <Primitive.Value placeholder={placeholder ?? t("placeholder")} />
        <Primitive.Icon asChild>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-text-faint" />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            menuStyles,
            "max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width)",
          )}
        >
          <Primitive.Viewport>
            {grouped(options).map(([group, members]) => (
              <Primitive.Group key={group}>
                {group ? <Primitive.Label className={menuLabelStyles}>{group}</Primitive.Label> : null}
                {members.map((option) => (
                  <SelectItem key={option.value} option={option} />
                ))}
              </Primitive.Group>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function SelectItem({ option }: { option: SelectOption<string> }) {
  return (
    <Primitive.Item value={option.value} disabled={option.disabled ?? false} className={cn(menuItemStyles, "pr-8")}>
      <Primitive.ItemText>
        <span className="inline-flex min-w-0 max-w-full items-center gap-2">
          {option.icon}
          <span className="truncate">{option.label}</span>
        </span>
      </Primitive.ItemText>
      {option.hint ? <span className="ml-auto text-text-faint text-xs">{option.hint}</span> : null}
      <Primitive.ItemIndicator className="absolute right-2">
        <Check aria-hidden />
      </Primitive.ItemIndicator>
    </Primitive.Item>
  );
}

function grouped<Value extends string>(options: readonly SelectOption<Value>[]): [string, SelectOption<Value>[]][] {
  const groups = new Map<string, SelectOption<Value>[]>();
  for (const option of options) {
    const members = groups.get(option.group ?? "");
    if (members) members.push(option);
    else groups.set(option.group ?? "", [option]);
  }
  return [...groups];
}
