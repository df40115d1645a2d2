"use client";

import { Command as Cmdk, defaultFilter } from "cmdk";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useFirstChoice } from "#components/keys/first-choice.ts";
import { Kbd } from "#components/keys/kbd.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { type Command, useOffered } from "./command-registry.tsx";
import { usePaletteSearch } from "./palette-search.ts";

/** Ctrl or Cmd K: go anywhere, act on what is open, find records. */
export function CommandPalette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("frame.palette");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("title")}
      hideTitle
      size="lg"
      className="overflow-hidden phone:top-0 phone:bottom-auto phone:h-dvh phone:max-h-none phone:rounded-none"
    >
      <Palette onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Palette({ onDone }: { onDone: () => void }) {
  const t = useTranslations("frame.palette");
  const { commands, providers } = useOffered();
  const [query, setQuery] = useState("");
  const { groups, searching } = usePaletteSearch(providers, query);
  const matching = matchingCommands(commands, query);
  const pick = (run: () => void) => {
    onDone();
    run();
  };
  const runs = new Map<string, () => void>();
  for (const command of [...matching.values()].flat()) runs.set(command.id, command.run);
  // What was found for fewer letters is looked at meanwhile, not taken.
  const waits = searching && runs.size === 0;
  for (const { id, results } of groups) for (const result of results) runs.set(`${id} ${result.id}`, result.run);
  const choice = useFirstChoice({
    ids: [...runs.keys()],
    waits,
    take: (id) => {
      const run = runs.get(id);
      if (run) pick(run);
    },
  });
  const change = (next: string) => {
    choice.restart();
    setQuery(next);
  };
  return (
    <Cmdk shouldFilter={false} loop label={t("title")} {...choice.list} className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2.5 border-border border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-text-faint" />
        <Cmdk.Input
          value={query}
          onValueChange={change}
          placeholder={t("placeholder")}
          className="h-12 w-full min-w-0 bg-transparent text-base outline-none"
        />
        {searching ? <Spinner label={t("searching")} className="text-text-faint" /> : <Kbd keys="escape" />}
      </div>
      <Cmdk.List className="max-h-[min(26rem,60dvh)] overflow-y-auto p-1.5 scroll-py-1.5 phone:max-h-none">
        {searching ? null : (
          <Cmdk.Empty className="px-2 py-10 text-center text-sm text-text-muted">{t("empty", { query })}</Cmdk.Empty>
        )}
        {[...matching].map(([group, members]) => (
          <Cmdk.Group key={group} heading={group} className={groupStyles}>
            {members.map((command) => (
              <PaletteItem
                key={command.id}
                id={command.id}
                icon={command.icon ? <command.icon aria-hidden /> : command.sign}
                label={command.label}
                aside={command.shortcut ? <Kbd keys={command.shortcut} /> : null}
                onPick={() => pick(command.run)}
              />
            ))}
          </Cmdk.Group>
        ))}
        {groups.map(({ id, title, results, failed }) =>
          failed || results.length > 0 ? (
            <Cmdk.Group key={id} heading={title} className={groupStyles}>
              {failed ? <p className="px-2.5 py-2 text-danger text-sm">{t("failed")}</p> : null}
              {results.map((result) => (
                <PaletteItem
                  key={result.id}
                  id={`${id} ${result.id}`}
                  icon={result.icon}
                  label={result.label}
                  aside={
                    result.detail ? <span className="truncate text-text-faint text-xs">{result.detail}</span> : null
                  }
                  onPick={() => pick(result.run)}
                />
              ))}
            </Cmdk.Group>
          ) : null,
        )}
      </Cmdk.List>
    </Cmdk>
  );
}

const groupStyles =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-text-faint [&_[cmdk-group-heading]]:text-xs";

type PaletteItemProps = { id: string; icon: ReactNode; label: ReactNode; aside: ReactNode; onPick: () => void };

function PaletteItem({ id, icon, label, aside, onPick }: PaletteItemProps) {
  return (
    <Cmdk.Item
      value={id}
      onSelect={onPick}
      className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm data-[selected=true]:bg-text/6 touch:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-text-muted"
    >
      {icon}
      <span className="line-clamp-3 min-w-0 flex-1 wrap-anywhere">{label}</span>
      {aside}
    </Cmdk.Item>
  );
}

function matchingCommands(commands: readonly Command[], query: string): Map<string, Command[]> {
  const scored = commands
    .map((command) => ({ command, score: query.trim() ? score(command, query.trim()) : 1 }))
    .filter(({ score }) => score > 0.05)
    .sort((a, b) => b.score - a.score);
  const groups = new Map<string, Command[]>();
  for (const { command } of scored) groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
  return groups;
}

function score(command: Command, query: string): number {
  return defaultFilter?.(command.label, query, [...(command.keywords ?? [])]) ?? 0;
}
