"use client";

import { ChevronDown, ChevronsDownUp, ChevronsUpDown, ChevronUp, Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { Input } from "../forms/input.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { JsonLineRow } from "./json-line-row.tsx";
import { around, foldable, type JsonLine, jsonLines, linesWith, printedJson, visibleLines } from "./json-lines.ts";

type JsonViewProps = {
  /** What was sent, as text; what is no JSON is shown as it is. */
  text: string;
  /** Stands in the head, and names the block for screen readers. */
  label: string;
  /** Beside the label: a size, a note that it was cut. */
  note?: ReactNode;
};

/** A body as an editor shows it: folding, search and copy. */
export function JsonView({ text, label, note }: JsonViewProps) {
  const lines = useMemo(() => jsonLines(text), [text]);
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border border-border bg-background">
      {lines ? (
        <Folding key={text} lines={lines} text={text} label={label} note={note} />
      ) : (
        <>
          <Head label={label} note={note}>
            <CopyButton text={text} />
          </Head>
          <Scroller label={label}>
            <pre className="whitespace-pre-wrap break-all px-3 font-mono text-xs leading-5">{text}</pre>
          </Scroller>
        </>
      )}
    </figure>
  );
}

type FoldingProps = { lines: readonly JsonLine[]; text: string; label: string; note: ReactNode };

function Folding({ lines, text, label, note }: FoldingProps) {
  const t = useTranslations("ui.json");
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const search = useJsonSearch(lines, (index) => {
    setFolded((before) => new Set([...before].filter((one) => !around(lines, index).includes(one))));
  });
  const all = useMemo(() => foldable(lines).filter((index) => index > 0), [lines]);
  const toggle = (index: number) =>
    setFolded((before) => new Set(before.has(index) ? [...before].filter((one) => one !== index) : [...before, index]));
  const folding = folded.size < all.length;
  return (
    <>
      <Head label={label} note={note}>
        {all.length > 0 ? (
          <IconButton
            size="sm"
            label={folding ? t("foldAll") : t("unfoldAll")}
            onClick={() => setFolded(new Set(folding ? all : []))}
          >
            {folding ? <ChevronsDownUp aria-hidden /> : <ChevronsUpDown aria-hidden />}
          </IconButton>
        ) : null}
        <IconButton size="sm" label={t("search")} aria-pressed={search.open} onClick={search.toggle}>
          <Search aria-hidden />
        </IconButton>
        <CopyButton text={printedJson(text)} />
      </Head>
      {search.open ? <SearchBar search={search} /> : null}
      <Scroller label={label}>
        {visibleLines(lines, folded).map(({ line, index }) => (
          <JsonLineRow
            key={index}
            line={line}
            closing={lines[line.end]}
            folded={folded.has(index)}
            foldable={line.end > index}
            onToggle={() => toggle(index)}
            query={search.query}
            current={search.current === index}
          />
        ))}
      </Scroller>
    </>
  );
}

function Head({ label, note, children }: { label: string; note: ReactNode; children: ReactNode }) {
  return (
    <figcaption className="flex min-h-9 items-center gap-1 border-border border-b pr-1 pl-3 text-xs touch:min-h-12">
      <span className="truncate font-medium">{label}</span>
      {note ? <span className="truncate text-text-muted">{note}</span> : null}
      <span className="ml-auto flex shrink-0 items-center">{children}</span>
    </figcaption>
  );
}

function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-105 overflow-auto py-2 focus-visible:outline-offset-[-2px]"
    >
      {children}
    </div>
  );
}

type JsonSearch = ReturnType<typeof useJsonSearch>;

function useJsonSearch(lines: readonly JsonLine[], reveal: (index: number) => void) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const found = useMemo(() => linesWith(lines, query), [lines, query]);
  const go = (position: number, among = found) => {
    const next = among.length === 0 ? 0 : (position + among.length) % among.length;
    setAt(next);
    const index = among[next];
    if (index !== undefined) reveal(index);
  };
  return {
    open,
    query: query.trim(),
    typed: query,
    count: found.length,
    position: at,
    current: open ? found[at] : undefined,
    toggle: () => {
      setOpen(!open);
      setQuery("");
    },
    type: (text: string) => {
      setQuery(text);
      go(0, linesWith(lines, text));
    },
    next: () => go(at + 1),
    previous: () => go(at - 1),
  };
}

function SearchBar({ search }: { search: JsonSearch }) {
  const t = useTranslations("ui.json");
  const input = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") event.shiftKey ? search.previous() : search.next();
    else if (event.key === "Escape") search.toggle();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="flex items-center gap-1 border-border border-b p-1.5">
      <Input
        ref={input}
        autoFocus
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        value={search.typed}
        maxLength={200}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-7 min-w-0 flex-1 [&::-webkit-search-cancel-button]:hidden"
      />
      <span role="status" className="tabular shrink-0 px-1 text-text-muted text-xs">
        {search.query === ""
          ? ""
          : t("found", { position: Math.min(search.position + 1, search.count), count: search.count })}
      </span>
      <IconButton size="sm" label={t("previous")} disabled={search.count === 0} onClick={search.previous}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton size="sm" label={t("next")} disabled={search.count === 0} onClick={search.next}>
        <ChevronDown aria-hidden />
      </IconButton>
      <IconButton size="sm" label={t("close")} onClick={search.toggle}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
