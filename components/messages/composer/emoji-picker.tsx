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
    <div data-emoji className="grid gap-2">
      <Input
        // It comes after what it opens in, or in place of the button that asked for it: the focus goes along.
        autoFocus
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
        {/* Named by itself: screen readers know each sign's name in the reader's language. */}
        {members.map(({ sign }) => (
          <button
            key={sign}
            type="button"
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

/** Where each arrow leads from one button to another, as they are drawn: groups end in the middle of a row. */
function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button.matches(":focus"));
  const here = buttons[at]?.getBoundingClientRect();
  if (!here) return;
  const next = besideOf(event.key, { at, here, buttons });
  if (!next) return;
  event.preventDefault();
  next.focus();
}

type Standing = { at: number; here: DOMRect; buttons: readonly HTMLButtonElement[] };

function besideOf(key: string, { at, here, buttons }: Standing): HTMLElement | null | undefined {
  if (key === "ArrowRight") return buttons[at + 1];
  if (key === "ArrowLeft") return buttons[at - 1];
  const down = key === "ArrowDown";
  if (!down && key !== "ArrowUp") return undefined;
  const boxes = buttons.map((button) => ({ button, box: button.getBoundingClientRect() }));
  const beyond = boxes.filter(({ box }) => (down ? box.top >= here.bottom : box.bottom <= here.top));
  const row = down ? beyond[0]?.box.top : beyond.at(-1)?.box.top;
  // Above the first row stands the search.
  if (row === undefined) return down ? undefined : buttons[0]?.closest("[data-emoji]")?.querySelector("input");
  const inRow = beyond.filter(({ box }) => box.top === row);
  return (inRow.findLast(({ box }) => box.left <= here.left) ?? inRow[0])?.button;
}
