"use client";

import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { Input } from "#components/forms/input.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useTypedSearch } from "./typed-search.ts";

type ContactSearchProps = {
  value: string;
  /** Called once typing pauses. */
  onSearch: (text: string) => void;
  ref?: Ref<HTMLInputElement>;
};

export function ContactSearch({ value, onSearch, ref }: ContactSearchProps) {
  const t = useTranslations("contacts.search");
  const [typed, setTyped] = useTypedSearch(value, onSearch);
  const clear = () => setTyped("");
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
        if (event.key !== "Escape") return;
        event.preventDefault();
        if (typed === "") event.currentTarget.blur();
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
      className="w-64 phone:w-full [&_input]:[&::-webkit-search-cancel-button]:hidden"
    />
  );
}
