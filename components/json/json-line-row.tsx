"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { cn } from "../ui/class-names.ts";
import type { JsonLine, JsonValueKind } from "./json-lines.ts";

const kindStyles: Record<JsonValueKind, string> = {
  string: "text-success",
  number: "text-agent",
  boolean: "text-bot",
  null: "text-text-faint",
};

/** Deeper than this, indentation would leave no room for the text. */
const deepest = 20;

type JsonLineRowProps = {
  line: JsonLine;
  /** The line that closes this one, for a folded one. */
  closing: JsonLine | undefined;
  foldable: boolean;
  folded: boolean;
  onToggle: () => void;
  query: string;
  /** The match the search stands on. */
  current: boolean;
};

export function JsonLineRow({ line, closing, foldable, folded, onToggle, query, current }: JsonLineRowProps) {
  const t = useTranslations("ui.json");
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <div
      ref={row}
      className={cn(
        "flex items-start pr-3 font-mono text-xs",
        // Tall enough to be pressed where something folds.
        foldable ? "leading-6" : "leading-5",
        current && "bg-accent/8",
      )}
      style={{ paddingInlineStart: `${2 + Math.min(line.depth, deepest) * 14}px` }}
    >
      {foldable ? (
        <button
          type="button"
          aria-expanded={!folded}
          aria-label={t("fold", { name: line.key?.slice(1, -1) ?? t("entry") })}
          onClick={onToggle}
          className="grid size-6 shrink-0 place-items-center rounded-sm text-text-faint hover:bg-text/6 hover:text-text touch:hit-area"
        >
          <ChevronRight aria-hidden className={cn("size-3.5 transition-transform", !folded && "rotate-90")} />
        </button>
      ) : (
        <span className="w-6 shrink-0" />
      )}
      <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">
        {line.key === undefined ? null : (
          <>
            <bdi className="text-text">{marked(line.key, query)}</bdi>
            <span className="text-text-faint">: </span>
          </>
        )}
        {line.value ? <bdi className={kindStyles[line.value.kind]}>{marked(line.value.text, query)}</bdi> : null}
        <span className="text-text-faint">
          {line.open}
          {folded ? (
            <>
              <span className="mx-1 rounded-sm bg-text/6 px-1 text-text-muted">
                {t("entries", { count: line.entries })}
              </span>
              {closing?.close}
            </>
          ) : (
            line.close
          )}
          {(folded ? closing : line)?.comma ? "," : ""}
        </span>
      </span>
    </div>
  );
}

/** The text with each place that matches set off. */
function marked(text: string, query: string) {
  if (query === "") return text;
  const parts: (string | { match: string; at: number })[] = [];
  const lower = text.toLowerCase();
  const wanted = query.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    if (at > from) parts.push(text.slice(from, at));
    parts.push({ match: text.slice(at, at + wanted.length), at });
    from = at + wanted.length;
  }
  parts.push(text.slice(from));
  return parts.map((part) =>
    typeof part === "string" ? (
      part
    ) : (
      <mark key={part.at} className="rounded-xs bg-warning/25 text-text">
        {part.match}
      </mark>
    ),
  );
}
