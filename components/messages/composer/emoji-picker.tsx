"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState } from "react";
import { Input } from "#components/forms/input.tsx";
import { useStoredState } from "#components/ui/stored-state.ts";
import { ranked } from "./caret-query.ts";
import { type Emoji, emojiGroups, emojiList } from "./emoji-list.ts";

const keptRecent = 16;

/** A small set of emoji with search; the ones used last come first. */
export function EmojiPicker({ onPick }: { onPick: (sign: string) => void }) {
  const t = useTranslations("messages.emoji");
  const [query, setQuery] = useState("");
  const [stored, setStored] = useStoredState("parley:emoji", "", (text) => text);
  const grid = useRef<HTMLDivElement>(null);
  const recent = stored.split(" ").filter(Boolean);
  const found = ranked(emojiList, query, (emoji) => emoji.words);
  const pick = (sign: string) => {
    setStored([sign, ...recent.filter((one) => one !== sign)].slice(0, keptRecent).join(" "));
    onPick(sign);
  };
  const used = recent.flatMap((sign) => emojiList.find((emoji) => emoji.sign === sign) ?? []);
  const groups = query.trim()
    ? [{ title: undefined, members: found }]
    : [
        { title: t("recent"), members: used },
        ...emojiGroups.map((group) => ({
          title: t(group),
          members: emojiList.filter((emoji) => emoji.group === group),
        })),
      ];
  return (
    <div className="grid gap-2">
      <Input
        leading={<Search aria-hidden />}
        aria-label={t("search")}
        placeholder={t("search")}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && found[0]) {
            event.preventDefault();
            pick(found[0].sign);
          } else if (event.key === "ArrowDown") {
            event.preventDefault();
            grid.current?.querySelector("button")?.focus();
          }
        }}
      />
      <div
        ref={grid}
        role="toolbar"
        aria-label={t("title")}
        className="max-h-64 overflow-y-auto"
        onKeyDown={moveWithArrows}
      >
        {groups.map(({ title, members }) =>
          members.length > 0 ? <EmojiGrid key={title ?? ""} title={title} members={members} onPick={pick} /> : null,
        )}
        {found.length === 0 ? <p className="py-4 text-center text-sm text-text-muted">{t("empty")}</p> : null}
      </div>
    </div>
  );
}

type EmojiGridProps = { title: string | undefined; members: readonly Emoji[]; onPick: (sign: string) => void };

function EmojiGrid({ title, members, onPick }: EmojiGridProps) {
  return (
    <fieldset className="m-0 border-0 p-0">
      {title ? <legend className="px-1 pt-2 pb-1 font-medium text-text-faint text-xs">{title}</legend> : null}
      <div className="grid grid-cols-8 touch:grid-cols-6">
        {members.map(({ sign, words }) => (
          <button
            key={sign}
            type="button"
            aria-label={words.split(" ")[0]}
            title={words.split(" ")[0]}
            onClick={() => onPick(sign)}
            className="grid size-8 place-items-center rounded-md text-xl hover:bg-text/8 focus-visible:bg-text/8 touch:size-11"
          >
            {sign}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

const columns = 8;
const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };

function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button.matches(":focus"));
  const next = buttons[Math.min(buttons.length - 1, Math.max(0, at + step))];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
