"use client";

import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Ref, useEffect, useState } from "react";
import { Input } from "#components/forms/input.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";

type ListSearchProps = {
  value: string;
  /** Called once typing pauses. */
  onSearch: (text: string) => void;
  onLeave: () => void;
  ref?: Ref<HTMLInputElement>;
};

const pauseMs = 150;

export function ListSearch({ value, onSearch, onLeave, ref }: ListSearchProps) {
  const t = useTranslations("inbox.search");
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  const [seen, setSeen] = useState(value);
  // The address follows a moment after the call; a change of another kind (a view, the back button) wins.
  if (value !== seen) {
    setSeen(value);
    if (value !== told) {
      setTold(value);
      setTyped(value);
    }
  }
  useEffect(() => {
    const text = typed.trim();
    if (text === told) return;
    const timer = setTimeout(() => {
      setTold(text);
      onSearch(text);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, told, onSearch]);
  const clear = () => {
    setTold("");
    setTyped("");
    onSearch("");
  };
  return (
    <Input
      ref={ref}
      type="search"
      aria-label={t("label")}
      placeholder={t("placeholder")}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        const leaves = event.key === "Enter" || event.key === "ArrowDown" || (event.key === "Escape" && typed === "");
        if (!leaves && event.key !== "Escape") return;
        event.preventDefault();
        if (leaves) onLeave();
        else clear();
      }}
      leading={<Search aria-hidden />}
      trailing={
        typed === "" ? undefined : (
          <IconButton label={t("clear")} size="xs" onClick={clear}>
            <X aria-hidden />
          </IconButton>
        )
      }
      className="[&_input]:[&::-webkit-search-cancel-button]:hidden"
    />
  );
}
