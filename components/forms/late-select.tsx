"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Primitive from "radix-ui/select";
import { cn } from "../ui/class-names.ts";
import { menuItemStyles, menuLabelStyles, menuStyles } from "../ui/menu-styles.ts";
import { useFieldControl, useFieldLabelId } from "./field.tsx";
import { SelectLabel, type SelectOption, type SelectProps, SelectSign, selectStyles } from "./select.tsx";

type LateSelectProps<Value extends string> = SelectProps<Value> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function LateSelect<Value extends string>(props: LateSelectProps<Value>) {
  const {
    open,
    onOpenChange,
    options,
    value,
    onValueChange,
    placeholder,
    size = "md",
    className,
    name,
    disabled,
  } = props;
  const t = useTranslations("ui.select");
  const control = useFieldControl({ id: props.id });
  const labelId = useFieldLabelId();
  const chosen = options.find((option) => option.value === value);
  return (
    <Primitive.Root
      open={open}
      onOpenChange={onOpenChange}
      value={value ?? ""}
      {...(name ? { name } : {})}
      disabled={disabled ?? false}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onValueChange(chosen.value);
      }}
    >
      <Primitive.Trigger {...control} aria-label={props["aria-label"]} className={selectStyles(size, className)}>
        <Primitive.Value placeholder={placeholder ?? t("placeholder")}>
          {chosen ? <SelectLabel option={chosen} /> : undefined}
        </Primitive.Value>
        <Primitive.Icon asChild>
          <SelectSign />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          aria-label={props["aria-label"]}
          aria-labelledby={props["aria-label"] ? undefined : labelId}
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
        <SelectLabel option={option} />
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
