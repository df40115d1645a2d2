"use client";

import { Check, ChevronRight } from "lucide-react";
import * as Primitive from "radix-ui/dropdown-menu";
import type { ComponentProps, ReactNode } from "react";
import { Kbd } from "../keys/kbd.tsx";
import { cn } from "./class-names.ts";
import { menuDangerStyles, menuItemStyles, menuLabelStyles, menuSeparatorStyles, menuStyles } from "./menu-styles.ts";

export const DropdownMenuTrigger = Primitive.Trigger;
export const DropdownMenuGroup = Primitive.Group;
export const DropdownMenuRadioGroup = Primitive.RadioGroup;
export const DropdownMenuSub = Primitive.Sub;

/** The page behind stays live, as it does behind a popover; pass `modal` where that would be wrong. */
export function DropdownMenu({ modal = false, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={modal} {...rest} />;
}

const heightStyles = "max-h-(--radix-dropdown-menu-content-available-height)";

export function DropdownMenuContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        {...rest}
        className={cn(menuStyles, heightStyles, className)}
      />
    </Primitive.Portal>
  );
}

type ItemProps = ComponentProps<typeof Primitive.Item> & {
  icon?: ReactNode;
  shortcut?: string;
  danger?: boolean;
};

export function DropdownMenuItem({ icon, shortcut, danger, className, children, ...rest }: ItemProps) {
  return (
    <Primitive.Item {...rest} className={cn(menuItemStyles, danger && menuDangerStyles, className)}>
      {rest.asChild ? (
        children
      ) : (
        <>
          {icon}
          <span className="min-w-0 flex-1 truncate">{children}</span>
          {shortcut ? <Kbd keys={shortcut} className="ml-4" /> : null}
        </>
      )}
    </Primitive.Item>
  );
}

function Mark() {
  return (
    <span className="flex size-4 shrink-0">
      <Primitive.ItemIndicator>
        <Check aria-hidden />
      </Primitive.ItemIndicator>
    </span>
  );
}

export function DropdownMenuCheckboxItem({
  className,
  children,
  ...rest
}: ComponentProps<typeof Primitive.CheckboxItem>) {
  return (
    <Primitive.CheckboxItem {...rest} className={cn(menuItemStyles, className)}>
      <Mark />
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </Primitive.CheckboxItem>
  );
}

export function DropdownMenuRadioItem({ className, children, ...rest }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem {...rest} className={cn(menuItemStyles, className)}>
      <Mark />
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </Primitive.RadioItem>
  );
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label {...rest} className={cn(menuLabelStyles, className)} />;
}

export function DropdownMenuSeparator({ className, ...rest }: ComponentProps<typeof Primitive.Separator>) {
  return <Primitive.Separator {...rest} className={cn(menuSeparatorStyles, className)} />;
}

export function DropdownMenuSubTrigger({
  icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof Primitive.SubTrigger> & { icon?: ReactNode }) {
  return (
    <Primitive.SubTrigger {...rest} className={cn(menuItemStyles, className)}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <ChevronRight aria-hidden />
    </Primitive.SubTrigger>
  );
}

export function DropdownMenuSubContent({ className, ...rest }: ComponentProps<typeof Primitive.SubContent>) {
  return (
    <Primitive.Portal>
      <Primitive.SubContent
        collisionPadding={8}
        sideOffset={4}
        {...rest}
        className={cn(menuStyles, heightStyles, className)}
      />
    </Primitive.Portal>
  );
}
