"use client";

import { Search } from "lucide-react";
import type { Ref } from "react";
import { useTypedSearch } from "#components/contacts/table/typed-search.ts";
import { Input } from "#components/forms/input.tsx";

type ListSearchProps = {
  label: string;
  value: string;
  /** Called once typing pauses. */
  onSearch: (text: string) => void;
  ref?: Ref<HTMLInputElement>;
};

export function ListSearch({ label, value, onSearch, ref }: ListSearchProps) {
  const [typed, setTyped] = useTypedSearch(value, onSearch);
  return (
    <Input
      ref={ref}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        if (typed === "") event.currentTarget.blur();
        else setTyped("");
      }}
      leading={<Search aria-hidden />}
      className="w-64 phone:w-full"
    />
  );
}
