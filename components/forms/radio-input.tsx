"use client";

import type { ComponentProps } from "react";

/** The browser's own choice of one among many, drawn by whoever uses it; Enter chooses nothing and sends no form. */
export function RadioInput(props: Omit<ComponentProps<"input">, "type" | "onKeyDown">) {
  return (
    <input
      type="radio"
      {...props}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.preventDefault();
      }}
    />
  );
}
