"use client";

import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type CaretQuery, caretQuery, ranked, replaceQuery, type Trigger } from "./caret-query.ts";
import { optionId, type PickedAnswer, type Suggestion, Suggestions } from "./suggestions.tsx";

export type ComposerTextHandle = {
  focus: () => void;
  /** Writes at the caret, over what is selected. */
  insert: (text: string) => void;
  /** Begins a look-up as if its sign had been typed. */
  begin: (trigger: Trigger) => void;
};

type ComposerTextProps = {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** What each sign offers; a sign without an entry is only a sign. */
  offers: Partial<Record<Trigger, readonly Suggestion[]>>;
  /** Whether this stroke sends. */
  sends: (event: KeyboardEvent) => boolean;
  onSend: () => void;
  onEscape: () => void;
  onPasteFiles: (files: File[]) => void;
  /** A ready answer was picked; `written`: its text stands in the box already. */
  onAnswer: (answer: PickedAnswer, written: boolean) => void;
  ref?: Ref<ComposerTextHandle>;
};

const triggers: readonly Trigger[] = ["/", "@"];
const shown = 8;

/** The text box of the composer, with ready answers behind `/` and colleagues behind `@`. */
export function ComposerText(props: ComposerTextProps) {
  const { label, placeholder, text, onText, offers, sends, onSend, onEscape, onPasteFiles } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const begun = useRef<{ before: string; caret: number; sign: string }>(undefined);
  const goesTo = useRef<number>(undefined);
  const picked = useRef<{ from: number; text: string }>(undefined);
  const list = useId();
  const [found, setFound] = useState<CaretQuery>();
  const [active, setActive] = useState(0);
  const offered = found ? (offers[found.trigger] ?? []) : [];
  const matching = found
    ? ranked(offered, found.query, (one) => `${one.label} ${one.detail ?? ""}`).slice(0, shown)
    : [];
  const open = found !== undefined && (matching.length > 0 || found.query.length < 12);

  const look = (element: HTMLTextAreaElement) => {
    const caret = element.selectionStart;
    const collapsed = caret === element.selectionEnd;
    const wanted = triggers.filter((trigger) => offers[trigger]);
    const sought = collapsed ? caretQuery(element.value, caret, wanted) : undefined;
    const chosen = picked.current;
    // Who was just chosen is not looked for once more, whatever is typed behind.
    const done = sought?.from === chosen?.from && chosen && element.value.startsWith(`${chosen.text} `, chosen.from);
    const next = done ? undefined : sought;
    if (next?.query !== found?.query || next?.from !== found?.from) setActive(0);
    setFound(next);
  };
  const placeCaret = () => {
    const caret = goesTo.current;
    goesTo.current = undefined;
    if (caret !== undefined) box.current?.setSelectionRange(caret, caret);
  };
  // With the text itself: what is typed on right away goes behind it.
  useLayoutEffect(placeCaret, [text]);
  const write = (next: string, caret: number) => {
    goesTo.current = caret;
    onText(next);
    setFound(undefined);
    requestAnimationFrame(() => {
      box.current?.focus();
      placeCaret();
      if (box.current) look(box.current);
    });
  };
  const pick = (suggestion: Suggestion) => {
    if (!found) return;
    const { answer, insert } = suggestion;
    const written = !answer || (answer.files === 0 && !answer.text.includes("{{"));
    const result = replaceQuery(text, found, written ? insert : "");
    picked.current = found.trigger === "@" ? { from: found.from, text: insert } : undefined;
    write(result.text, result.caret);
    if (answer) props.onAnswer(answer, written);
  };
  const insert = (piece: string) => {
    const from = box.current?.selectionStart ?? text.length;
    const to = box.current?.selectionEnd ?? text.length;
    write(text.slice(0, from) + piece + text.slice(to), from + piece.length);
  };
  useImperativeHandle(props.ref, () => ({
    focus: () => box.current?.focus(),
    insert,
    begin: (trigger) => {
      const from = box.current?.selectionStart ?? text.length;
      const blank = from === 0 || /\s/.test(text[from - 1] ?? "") ? "" : " ";
      begun.current = { before: text, caret: from, sign: blank + trigger };
      insert(blank + trigger);
    },
  }));
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (open && onListKey(event, matching, active, setActive, pick)) return event.preventDefault();
    if (event.key === "Escape") {
      event.preventDefault();
      const start = begun.current;
      begun.current = undefined;
      // The sign that a button wrote goes with the list it opened.
      const untouched =
        start && text === start.before.slice(0, start.caret) + start.sign + start.before.slice(start.caret);
      if (open && untouched) write(start.before, start.caret);
      else if (open) setFound(undefined);
      else onEscape();
    } else if (sends(event)) {
      event.preventDefault();
      onSend();
    }
  };

  useGrowth(box, text);

  return (
    <div className="relative">
      {open && found ? (
        <Suggestions
          id={list}
          kind={found.trigger === "/" ? "canned" : "mentions"}
          suggestions={matching}
          none={offered.length === 0}
          active={active}
          onHover={setActive}
          onPick={pick}
        />
      ) : null}
      <textarea
        ref={box}
        dir="auto"
        rows={1}
        value={text}
        placeholder={placeholder}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={open ? list : undefined}
        aria-activedescendant={open && matching[active] ? optionId(list, active) : undefined}
        onChange={(event) => {
          onText(event.target.value);
          look(event.target);
        }}
        onSelect={(event) => look(event.currentTarget)}
        onBlur={() => setFound(undefined)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0) return;
          event.preventDefault();
          onPasteFiles(files);
        }}
        className="field-sizing-content block max-h-[40dvh] min-h-15 w-full resize-none bg-transparent px-3 py-2 text-base outline-none touch:min-h-11 touch:text-lg short:max-h-[25dvh] short:min-h-10"
      />
    </div>
  );
}

/* For browsers whose text boxes do not grow by themselves. */
function useGrowth(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || CSS.supports("field-sizing", "content")) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [box, text]);
}

/* Whether the key belonged to the list. */
function onListKey(
  event: KeyboardEvent,
  matching: readonly Suggestion[],
  active: number,
  setActive: (index: number) => void,
  pick: (suggestion: Suggestion) => void,
): boolean {
  const chosen = matching[active];
  if (!chosen) return false;
  if (event.key === "ArrowDown") setActive((active + 1) % matching.length);
  else if (event.key === "ArrowUp") setActive((active + matching.length - 1) % matching.length);
  else if (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey)) pick(chosen);
  else return false;
  return true;
}
