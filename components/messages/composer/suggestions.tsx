"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";
import { floatStyles, menuItemStyles } from "#components/ui/menu-styles.ts";

/** What is needed of a ready answer to insert it. */
export type PickedAnswer = { id: string; text: string; files: number };

export type Suggestion = {
  id: string;
  /** A ready answer: it is filled before it is inserted. */
  answer?: PickedAnswer;
  label: string;
  /** The beginning of a ready answer, beside its shortcut. */
  detail?: string;
  icon?: ReactNode;
  /** What goes into the text. */
  insert: string;
};

type SuggestionsProps = {
  id: string;
  kind: "canned" | "mentions";
  suggestions: readonly Suggestion[];
  /** Nothing has been typed and there is nothing to offer at all. */
  none: boolean;
  active: number;
  onHover: (index: number) => void;
  onPick: (suggestion: Suggestion) => void;
};

export function optionId(list: string, index: number): string {
  return `${list}-${index}`;
}

/** Ready answers or colleagues over the text box, which keeps the focus. */
export function Suggestions({ id, kind, suggestions, none, active, onHover, onPick }: SuggestionsProps) {
  const canned = useTranslations("messages.canned");
  const mentions = useTranslations("messages.mentions");
  const title = kind === "canned" ? canned("title") : mentions("title");
  const nothing = kind === "mentions" ? mentions("empty") : none ? canned("none") : canned("empty");
  return (
    <div className={cn(floatStyles, "absolute inset-x-3 bottom-full mb-1 max-w-120 overflow-hidden")}>
      <p aria-hidden className="px-3 pt-2 pb-1 font-medium text-text-faint text-xs">
        {title}
      </p>
      {suggestions.length === 0 ? (
        <p role="status" className="px-3 pt-1 pb-3 text-sm text-text-muted">
          {nothing}
        </p>
      ) : null}
      {suggestions[active]?.answer ? (
        <p className="mx-3 mb-1 line-clamp-4 whitespace-pre-wrap rounded-md bg-text/5 px-2 py-1 text-text-muted text-xs">
          {suggestions[active].answer.text}
        </p>
      ) : null}
      <div role="listbox" id={id} aria-label={title} className="max-h-60 overflow-y-auto p-1 empty:hidden">
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the text box, which holds the focus
          // biome-ignore lint/a11y/useFocusableInteractive: the text box points here with aria-activedescendant
          <div
            key={suggestion.id}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === active}
            ref={index === active ? scrollIntoView : undefined}
            onMouseMove={() => index !== active && onHover(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(suggestion)}
            className={cn(menuItemStyles, "aria-selected:bg-text/6")}
          >
            {suggestion.icon}
            <span className="shrink-0 font-medium">{suggestion.label}</span>
            {suggestion.detail ? <span className="min-w-0 truncate text-text-muted">{suggestion.detail}</span> : null}
          </div>
        ))}
      </div>
    </div>
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
