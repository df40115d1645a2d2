"use client";

import type * as Primitive from "radix-ui/popover";
import * as Slot from "radix-ui/slot";
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { later, laterModule, Opening } from "./late/later.tsx";
import { useBothRefs } from "./late/use-both-refs.ts";
import { type Openable, useOpen } from "./late/use-open.ts";

/* The trigger is there at once; the popover itself comes with the first deed on the page, or with the press. */
const PopoverPanel = later(
  laterModule(() => import("./late/popover-panel.tsx")),
  (module) => module.PopoverPanel,
  Opening,
);

type Popped = {
  open: boolean;
  setOpen: (open: boolean) => void;
  trigger: RefObject<HTMLElement | null>;
  /** What closes it once it is there: it may ask first. */
  closing: RefObject<(() => void) | undefined>;
  contentId: string;
};

const PopoverContext = createContext<Popped | undefined>(undefined);

function usePopped(): Popped {
  const popped = useContext(PopoverContext);
  if (!popped) throw new Error("A part of a popover needs a Popover around it");
  return popped;
}

export function Popover({ children, ...openable }: Openable & { children: ReactNode }) {
  const [open, setOpen] = useOpen(openable);
  const trigger = useRef<HTMLElement>(null);
  const closing = useRef<() => void>(undefined);
  const contentId = useId();
  const popped = useMemo(() => ({ open, setOpen, trigger, closing, contentId }), [open, setOpen, contentId]);
  return <PopoverContext value={popped}>{children}</PopoverContext>;
}

/** Gives its deeds to the button inside. */
export function PopoverTrigger({ asChild: _, ref, onClick, ...rest }: ComponentProps<"button"> & { asChild: true }) {
  const { open, setOpen, trigger, closing, contentId } = usePopped();
  return (
    <Slot.Root
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={open ? contentId : undefined}
      data-state={open ? "open" : "closed"}
      data-opens={contentId}
      {...(rest as ComponentProps<typeof Slot.Root>)}
      ref={useBothRefs(trigger, ref)}
      onClick={(event) => {
        onClick?.(event as never);
        if (event.defaultPrevented) return;
        if (open && closing.current) closing.current();
        else setOpen(!open);
      }}
    />
  );
}

/** Give it `aria-label` or `aria-labelledby`: it is announced as a dialog. */
export function PopoverContent(props: ComponentProps<typeof Primitive.Content>) {
  const { open, setOpen, trigger, closing, contentId } = usePopped();
  // From its first opening on, so that it can also leave.
  const [wanted, want] = useState(open);
  if (open && !wanted) want(true);
  if (!wanted) return null;
  return (
    <PopoverPanel id={contentId} {...props} open={open} onOpenChange={setOpen} trigger={trigger} closing={closing} />
  );
}
