"use client";

import type * as Primitive from "radix-ui/dropdown-menu";
import * as Slot from "radix-ui/slot";
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { later, laterModule } from "./late/later.tsx";
import { useBothRefs } from "./late/use-both-refs.ts";
import { type Openable, useOpen } from "./late/use-open.ts";

/* The trigger is there at once; the menu itself comes with the first deed on the page, or with the press. */
const parts = laterModule(() => import("./late/menu-parts.tsx"));
type Parts = typeof import("./late/menu-parts.tsx");
const MenuPanel = later<Parts, ComponentProps<Parts["MenuPanel"]>>(parts, (module) => module.MenuPanel);

type Menu = {
  open: boolean;
  setOpen: (open: boolean) => void;
  modal: boolean;
  trigger: RefObject<HTMLElement | null>;
  triggerId: string;
  contentId: string;
};

const MenuContext = createContext<Menu | undefined>(undefined);

function useMenu(): Menu {
  const menu = useContext(MenuContext);
  if (!menu) throw new Error("A part of a menu needs a DropdownMenu around it");
  return menu;
}

/** The page behind stays live, as it does behind a popover; pass `modal` where that would be wrong. */
export function DropdownMenu({
  modal = false,
  children,
  ...openable
}: Openable & { modal?: boolean; children: ReactNode }) {
  const [open, setOpen] = useOpen(openable);
  const trigger = useRef<HTMLElement>(null);
  const triggerId = useId();
  const contentId = useId();
  const menu = useMemo(
    () => ({ open, setOpen, modal, trigger, triggerId, contentId }),
    [open, setOpen, modal, triggerId, contentId],
  );
  return <MenuContext value={menu}>{children}</MenuContext>;
}

/** Gives its deeds to the button inside. */
export function DropdownMenuTrigger({
  asChild: _,
  ref,
  onPointerDown,
  onKeyDown,
  ...rest
}: ComponentProps<"button"> & { asChild: true }) {
  const { open, setOpen, trigger, triggerId, contentId } = useMenu();
  return (
    <Slot.Root
      id={triggerId}
      aria-haspopup="menu"
      aria-expanded={open}
      aria-controls={open ? contentId : undefined}
      data-state={open ? "open" : "closed"}
      {...(rest as ComponentProps<typeof Slot.Root>)}
      ref={useBothRefs(trigger, ref)}
      onPointerDown={(event) => {
        onPointerDown?.(event as never);
        if (event.defaultPrevented || event.button !== 0 || event.ctrlKey) return;
        setOpen(!open);
        // The focus belongs to the menu.
        if (!open) event.preventDefault();
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event as never);
        if (event.defaultPrevented || !["Enter", " ", "ArrowDown"].includes(event.key)) return;
        setOpen(event.key === "ArrowDown" || !open);
        event.preventDefault();
      }}
    />
  );
}

export function DropdownMenuContent(props: ComponentProps<typeof Primitive.Content>) {
  const { open, setOpen, modal, trigger, triggerId, contentId } = useMenu();
  // From its first opening on, so that it can also leave.
  const [wanted, want] = useState(open);
  if (open && !wanted) want(true);
  if (!wanted) return null;
  return (
    <MenuPanel
      id={contentId}
      aria-labelledby={triggerId}
      {...props}
      open={open}
      onOpenChange={setOpen}
      modal={modal}
      trigger={trigger}
    />
  );
}

/* Drawn inside the menu only, when its parts are there. */
function part<Props extends object>(pick: (module: Parts) => ComponentType<Props>): ComponentType<Props> {
  return later(parts, pick);
}

export type MenuItemProps = ComponentProps<typeof Primitive.Item> & {
  icon?: ReactNode;
  shortcut?: string;
  danger?: boolean;
  /** What belongs to it, at its end: a time, a number. */
  aside?: ReactNode;
};
export type RadioItemProps = ComponentProps<typeof Primitive.RadioItem> & Pick<MenuItemProps, "aside">;
export type SubTriggerProps = ComponentProps<typeof Primitive.SubTrigger> & { icon?: ReactNode };

export const DropdownMenuItem = part<MenuItemProps>((module) => module.MenuItem);
export const DropdownMenuCheckboxItem = part<ComponentProps<typeof Primitive.CheckboxItem>>(
  (module) => module.MenuCheckboxItem,
);
export const DropdownMenuRadioGroup = part<ComponentProps<typeof Primitive.RadioGroup>>(
  (module) => module.MenuRadioGroup,
);
export const DropdownMenuRadioItem = part<RadioItemProps>((module) => module.MenuRadioItem);
export const DropdownMenuLabel = part<ComponentProps<typeof Primitive.Label>>((module) => module.MenuLabel);
export const DropdownMenuSeparator = part<ComponentProps<typeof Primitive.Separator>>((module) => module.MenuSeparator);
export const DropdownMenuSub = part<ComponentProps<typeof Primitive.Sub>>((module) => module.MenuSub);
export const DropdownMenuSubTrigger = part<SubTriggerProps>((module) => module.MenuSubTrigger);
export const DropdownMenuSubContent = part<ComponentProps<typeof Primitive.SubContent>>(
  (module) => module.MenuSubContent,
);
