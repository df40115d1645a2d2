"use client";

import { useState } from "react";
import { Input } from "./input.tsx";

type WordsFieldProps = {
  label: string;
  placeholder: string;
  words: readonly string[];
  disabled: boolean;
  onChange: (words: string[]) => void;
};

const split = (text: string) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);

/** A few words or phrases, a comma between them. */
export function WordsField({ label, placeholder, words, disabled, onChange }: WordsFieldProps) {
  const joined = words.join(", ");
  const [typed, setTyped] = useState(joined);
  // What is typed may end in a comma, which the words themselves do not hold.
  const shown = split(typed).join(", ") === joined ? typed : joined;
  return (
    <Input
      dir="auto"
      aria-label={label}
      placeholder={placeholder}
      value={shown}
      disabled={disabled}
      className="text-xs"
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(split(event.target.value));
      }}
    />
  );
}
