import type { ReactNode } from "react";

type MarkedTextProps = { text: string; marks: readonly { start: number; length: number }[] };

/** A line in which what was looked for stands out. */
export function MarkedText({ text, marks }: MarkedTextProps) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { start, length } of marks) {
    parts.push(text.slice(end, start));
    end = start + length;
    parts.push(
      <mark key={start} className="rounded-xs bg-accent/20 text-inherit">
        {text.slice(start, end)}
      </mark>,
    );
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
