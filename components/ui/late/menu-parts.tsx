"use client";

import { Check, ChevronRight } from "lucide-react";
import { Menu as Primitive } from "radix-ui/internal";
import { type ComponentProps, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Kbd } from "../../keys/kbd.tsx";
import { cn } from "../class-names.ts";
import type { MenuItemProps, RadioItemProps, SubTriggerProps } from "../dropdown-menu.tsx";
import {
  menuDangerStyles,
  menuItemStyles,
  menuLabelStyles,
  menuSeparatorStyles,
  menuStyles,
  menuTextStyles,
} from "../menu-styles.ts";
import { cameByKey } from "./first-deed.ts";
import { giveFocusBack, placesFrom } from "./focus-return.ts";
import type { Places } from "./places.ts";

const heightStyles = "max-h-(--radix-popper-available-height)";

export const MenuRadioGroup = Primitive.RadioGroup;

/** The bare menu keeps no state of what is open within it. */
export function MenuSub({ children }: { children?: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <Primitive.Sub open={open} onOpenChange={setOpen}>
      {children}
    </Primitive.Sub>
  );
}

type MenuPanelProps = ComponentProps<typeof Primitive.Content> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  modal: boolean;
  /** The button that opens it: it stands beside it and gives the focus back. */
  trigger: RefObject<HTMLElement | null>;
};

/** The menu itself, around a trigger that was there before it. */
export function MenuPanel({ open, onOpenChange, modal, trigger, className, ...rest }: MenuPanelProps) {
  const leftForElsewhere = useRef(false);
  const places = useRef<Places>([]);
  useLayoutEffect(() => {
    if (open) places.current = placesFrom(trigger.current);
  }, [open, trigger]);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Primitive.Anchor virtualRef={trigger} />
      <Primitive.Portal>
        <Primitive.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          {...rest}
          onFocus={(event) => {
            rest.onFocus?.(event);
            // Opened before the menu could know that it was by a key.
            if (event.target !== event.currentTarget || !cameByKey()) return;
            const first = event.currentTarget.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])");
            first?.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event) => {
            rest.onCloseAutoFocus?.(event);
            if (!event.defaultPrevented && !leftForElsewhere.current) {
              // What was chosen may have taken the button away, or does so in a moment.
              trigger.current?.focus();
              giveFocusBack(places.current);
            }
            leftForElsewhere.current = false;
            event.preventDefault();
          }}
          onInteractOutside={(event) => {
            rest.onInteractOutside?.(event);
            if (event.defaultPrevented) return;
            const { originalEvent } = event.detail;
            const right =
              originalEvent instanceof MouseEvent &&
              (originalEvent.button === 2 || (originalEvent.button === 0 && originalEvent.ctrlKey));
            // The button's own press opens and closes; while the menu leaves, it would be closed as soon as it opens.
            if (!right && event.target instanceof Node && trigger.current?.contains(event.target)) {
              event.preventDefault();
              return;
            }
            if (!modal || right) leftForElsewhere.current = true;
          }}
          className={cn(menuStyles, heightStyles, className)}
        />
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export function MenuItem({ icon, shortcut, danger, aside, className, children, ...rest }: MenuItemProps) {
  return (
    <Primitive.Item {...rest} className={cn(menuItemStyles, danger && menuDangerStyles, className)}>
      {rest.asChild ? (
        children
      ) : (
        <>
          {icon}
          <span className={menuTextStyles}>{children}</span>
          <Aside>{aside}</Aside>
          {shortcut ? <Kbd keys={shortcut} className="ml-4 touch:hidden" /> : null}
        </>
      )}
    </Primitive.Item>
  );
}

function Aside({ children }: { children: ReactNode }) {
  if (!children) return null;
  return <span className="shrink-0 pl-4 text-text-muted text-xs tabular">{children}</span>;
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

export function MenuCheckboxItem({ className, children, ...rest }: ComponentProps<typeof Primitive.CheckboxItem>) {
  return (
    <Primitive.CheckboxItem {...rest} className={cn(menuItemStyles, className)}>
      <Mark />
      <span className={menuTextStyles}>{children}</span>
    </Primitive.CheckboxItem>
  );
}

export function MenuRadioItem({ aside, className, children, ...rest }: RadioItemProps) {
  return (
    <Primitive.RadioItem {...rest} className={cn(menuItemStyles, className)}>
      <Mark />
      <span className={menuTextStyles}>{children}</span>
      <Aside>{aside}</Aside>
    </Primitive.RadioItem>
  );
}

export function MenuLabel({ className, ...rest }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label {...rest} className={cn(menuLabelStyles, className)} />;
}

export function MenuSeparator({ className, ...rest }: ComponentProps<typeof Primitive.Separator>) {
  return <Primitive.Separator {...rest} className={cn(menuSeparatorStyles, className)} />;
}

export function MenuSubTrigger({ icon, className, children, ...rest }: SubTriggerProps) {
  return (
    <Primitive.SubTrigger {...rest} className={cn(menuItemStyles, className)}>
      {icon}
      <span className={menuTextStyles}>{children}</span>
      <ChevronRight aria-hidden />
    </Primitive.SubTrigger>
  );
}

export function MenuSubContent({ className, ...rest }: ComponentProps<typeof Primitive.SubContent>) {
  return (
    <Primitive.Portal>
      <Primitive.SubContent
        collisionPadding={8}
        sideOffset={4}
        {...rest}
        data-sub-menu=""
        className={cn(menuStyles, heightStyles, className)}
      />
    </Primitive.Portal>
  );
}
