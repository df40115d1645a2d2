"use client";

import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { Input } from "#components/forms/input.tsx";
import { cn } from "#components/ui/class-names.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useTypedSearch } from "./typed-search.ts";

type SearchBoxProps = {
  label: string;
  /** The label where there is none. */
  placeholder?: string;
  value: string;
  /** Called once typing pauses, and at once when the box is emptied. */
  onSearch: (text: string) => void;
  /** Goes on to what was found: Enter, the arrow down, or Escape in the empty box. Without it Escape leaves the box. */
  onLeave?: () => void;
  className?: string;
  ref?: Ref<HTMLInputElement>;
};

/** The one search box of lists, tables and logs. Escape empties it, then leaves it. */
export function SearchBox({ label, placeholder, value, onSearch, onLeave, className, ref }: SearchBoxProps) {
  const t = useTranslations("ui.search");
  const [typed, setTyped] = useTypedSearch(value, onSearch);
  return (
    <Input
      ref={ref}
      type="search"
      aria-label={label}
      placeholder={placeholder ?? label}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        const { key, currentTarget } = event;
        const goesOn = onLeave !== undefined && (key === "Enter" || key === "ArrowDown");
        if (!goesOn && key !== "Escape") return;
        event.preventDefault();
        if (!goesOn && typed !== "") setTyped("");
        else if (onLeave) onLeave();
        else currentTarget.blur();
      }}
      leading={<Search aria-hidden />}
      trailing={
        typed === "" ? undefined : (
          <IconButton label={t("clear")} size="xs" onClick={() => setTyped("")}>
            <X aria-hidden />
          </IconButton>
        )
      }
      className={cn("[&_input]:[&::-webkit-search-cancel-button]:hidden", className)}
    />
  );
}
