"use client";

import { Command } from "cmdk";
import { Check, Plus, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { useFirstChoice } from "../keys/first-choice.ts";
import { cn } from "../ui/class-names.ts";
import { menuItemStyles, menuTextStyles } from "../ui/menu-styles.ts";
import { Spinner } from "../ui/spinner.tsx";
import type { Option, OptionListProps } from "./option-list.tsx";
import { optionScore } from "./option-score.ts";

/** A searchable list of options: the inside of every combobox, and usable alone in a popover. */
export function LateOptionList(props: OptionListProps) {
  const { options, selected, onSelect, searchLabel, onQueryChange, loading, emptyText, onCreate, footer } = props;
  const t = useTranslations("ui.combobox");
  const [query, setQuery] = useState("");
  const input = useRef<HTMLInputElement>(null);
  // Come later than the popover around it, which then holds the focus that is the search box's; so does nobody where
  // what was pressed went away for this list.
  useEffect(() => {
    const holder = document.activeElement;
    const mayTake =
      holder === document.body ? input.current?.closest("[role=dialog]") : holder?.contains(input.current);
    if (mayTake) input.current?.focus();
  }, []);
  const typed = query.trim();
  const known = options.some((option) => option.label.toLowerCase() === typed.toLowerCase());
  const groups = groupsOf(onQueryChange ? options : fitting(options, typed));
  const creates = onCreate && typed && !known ? `create ${typed}` : undefined;
  const members = groups.flatMap(([, group]) => group.flatMap(({ value, disabled }) => (disabled ? [] : value)));
  // Options from elsewhere are those of what was typed before until the answer is there.
  const waits = useDeferredValue(query) !== query || loading === true;
  const create = () => {
    onCreate?.(typed);
    changeQuery("");
  };
  const choice = useFirstChoice({
    ids: creates ? [...members, creates] : members,
    waits: onQueryChange !== undefined && waits,
    take: (id) => (id === creates ? create() : onSelect(id)),
  });
  const changeQuery = (next: string) => {
    setQuery(next);
    choice.restart();
    onQueryChange?.(next);
  };
  return (
    <Command
      // Drawn in one go with what is typed: Enter right after a letter takes what fits that letter too.
      shouldFilter={false}
      loop
      label={searchLabel}
      {...choice.list}
      className="flex min-h-0 flex-col"
    >
      <div className="flex items-center gap-2 border-border border-b px-2.5">
        <Search aria-hidden className="size-4 shrink-0 text-text-faint" />
        <Command.Input
          ref={input}
          value={query}
          onValueChange={changeQuery}
          placeholder={searchLabel}
          className="h-9 w-full min-w-0 bg-transparent text-sm outline-none touch:h-11 touch:text-base"
        />
        {loading ? <Spinner label={t("loading")} className="text-text-faint" /> : null}
      </div>
      <Command.List className="max-h-72 overflow-y-auto p-1 scroll-py-1">
        {loading && options.length === 0 ? null : (
          <Command.Empty className={cn("px-2 py-4 text-center text-sm text-text-muted", creates && "hidden")}>
            {emptyText ?? t("empty")}
          </Command.Empty>
        )}
        {groups.map(([group, members]) => (
          <Command.Group key={group} heading={group || undefined} className={headingStyles}>
            {members.map((option) => (
              <OptionItem
                key={option.value}
                option={option}
                selected={selected.includes(option.value)}
                onSelect={onSelect}
              />
            ))}
          </Command.Group>
        ))}
        {creates ? (
          <Command.Item value={creates} onSelect={create} className={optionStyles}>
            <Plus aria-hidden />
            <span className={menuTextStyles}>{t("create", { name: typed })}</span>
          </Command.Item>
        ) : null}
      </Command.List>
      {footer ? <div className="border-border border-t p-1">{footer}</div> : null}
    </Command>
  );
}

const headingStyles =
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-text-faint [&_[cmdk-group-heading]]:text-xs";

const optionStyles = cn(menuItemStyles, "data-[selected=true]:bg-text/6");

type OptionItemProps = { option: Option; selected: boolean; onSelect: (value: string) => void };

function OptionItem({ option, selected, onSelect }: OptionItemProps) {
  const t = useTranslations("ui.combobox");
  return (
    <Command.Item
      value={option.value}
      disabled={option.disabled ?? false}
      onSelect={() => onSelect(option.value)}
      className={optionStyles}
    >
      {option.icon}
      <span className={menuTextStyles}>{option.label}</span>
      {option.hint ? <span className="max-w-3/5 shrink-0 truncate text-text-faint text-xs">{option.hint}</span> : null}
      <span className="flex size-4 shrink-0">
        {selected ? (
          <>
            <Check aria-hidden />
            <span className="sr-only">{t("selected")}</span>
          </>
        ) : null}
      </span>
    </Command.Item>
  );
}

/** Best first. */
function fitting(options: readonly Option[], typed: string): Option[] {
  const score = ({ value, label, keywords = [] }: Option) => optionScore(value, typed, [label, ...keywords]);
  return options
    .map((option) => ({ option, score: score(option) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ option }) => option);
}

function groupsOf(options: readonly Option[]): [string, Option[]][] {
  const groups = new Map<string, Option[]>();
  for (const option of options) {
    const members = groups.get(option.group ?? "");
    if (members) members.push(option);
    else groups.set(option.group ?? "", [option]);
  }
  return [...groups];
}
