"use client";

import { type ReactNode, useEffect } from "react";
import { later, laterModule } from "../ui/late/later.tsx";
import { keepTyping } from "../ui/late/typing-ahead.ts";

export type Option = {
  value: string;
  label: string;
  /** More words the search should find it by. */
  keywords?: string[];
  icon?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  group?: string;
};

export type OptionListProps = {
  options: readonly Option[];
  selected: readonly string[];
  onSelect: (value: string) => void;
  /** Names the search box; shown in it too. */
  searchLabel: string;
  /** Set when the options are searched elsewhere: the list then no longer filters by itself. */
  onQueryChange?: ((query: string) => void) | undefined;
  loading?: boolean | undefined;
  emptyText?: string | undefined;
  /** Offers to make what was typed when nothing is called so. */
  onCreate?: ((name: string) => void) | undefined;
  footer?: ReactNode;
};

/** The popover around it may be there before: what is typed meanwhile is for the list's search. */
function Coming() {
  useEffect(() => keepTyping(), []);
  return null;
}

/* It stands in popovers only, and comes with the first deed on the page. */
export const OptionList = later<typeof import("./late-option-list.tsx"), OptionListProps>(
  laterModule(() => import("./late-option-list.tsx")),
  (module) => module.LateOptionList,
  Coming,
);
