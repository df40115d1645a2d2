"use client";

import {
  ArchiveRestore,
  Bot,
  BotOff,
  CircleCheck,
  CircleSlash,
  Ellipsis,
  Milestone,
  StickyNote,
  Tag,
  UserRound,
  UsersRound,
  X,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { Combobox } from "#components/forms/combobox.tsx";
import type { Option } from "#components/forms/option-list.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { type Directory, mayBeGiven } from "../data/directory.ts";
import type { InboxFilters } from "../data/use-conversation-list.ts";
import { useViewer } from "../data/use-viewer.ts";
import { teamOptions } from "../filters/filter-options.tsx";
import { BulkActions } from "./bulk-actions.tsx";
import { BulkFailures } from "./bulk-failures.tsx";
import { BulkNote } from "./bulk-note.tsx";
import { type BulkCall, useBulk } from "./use-bulk.ts";
import type { Selection } from "./use-selection.ts";

export type SelectionBarProps = {
  selection: Selection;
  /** What the list shows, for "all that match". */
  query: InboxFilters;
  /** How many match, where that is known. */
  total: number | undefined;
  directory: Directory;
  nameOf: (conversationId: string) => string | undefined;
};

/** What can be done with the selected conversations, how far it is, and what failed. */
export function SelectionBar({ selection, query, total, directory, nameOf }: SelectionBarProps) {
  const t = useTranslations("actions");
  const bulk = useBulk();
  const [noting, setNoting] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const { ids, all, left } = selection;
  const begins = useRef(false);
  const run = async (...actions: BulkCall[]): Promise<boolean> => {
    if (begins.current) return false;
    begins.current = true;
    const { sort: _sort, view: tab, ...filter } = query;
    const begun = await bulk.run(all ? { filter: { ...filter, tab }, actions } : { ids: [...ids], actions });
    begins.current = false;
    if (begun) selection.clear();
    return begun;
  };
  const count = all ? total : ids.size;
  return (
    <>
      {bulk.progress ? <ProgressLine {...bulk.progress} onCancel={() => void bulk.cancel()} /> : null}
      {ids.size > 0 ? (
        <section
          aria-label={t("bulk.label")}
          className="grid gap-1 border-border border-t bg-surface-raised px-2 py-1.5"
        >
          <div className="flex min-h-7 items-center gap-1 text-xs">
            <span role="status" className="tabular px-1 font-medium">
              {count === undefined ? t("bulk.allSelected") : t("bulk.selected", { count })}
              {left > 0 ? ` (${t("bulk.left", { count: left })})` : null}
            </span>
            {all || (total !== undefined && total <= ids.size) ? null : (
              <Button variant="link" size="sm" onClick={selection.selectAll}>
                {total === undefined ? t("bulk.selectAll") : t("bulk.selectAllOf", { count: total })}
              </Button>
            )}
            <IconButton label={t("bulk.clear")} size="sm" className="ml-auto" onClick={selection.clear}>
              <X aria-hidden />
            </IconButton>
          </div>
          <Actions directory={directory} run={run} onNote={() => setNoting(true)} onMore={() => setChoosing(true)} />
        </section>
      ) : null}
      <BulkNote
        open={noting}
        onOpenChange={setNoting}
        onWrite={(message) => run({ name: "note", input: { message } })}
      />
      <BulkActions
        open={choosing}
        onOpenChange={setChoosing}
        count={count}
        onRun={async (actions) => {
          if (await run(...actions)) setChoosing(false);
        }}
      />
      <BulkFailures failures={bulk.failures} nameOf={nameOf} onDismiss={bulk.dismiss} />
    </>
  );
}

type ActionsProps = {
  directory: Directory;
  run: (...actions: BulkCall[]) => unknown;
  onNote: () => void;
  onMore: () => void;
};

const nobody = "UNASSIGNED";

function Actions({ directory, run, onNote, onMore }: ActionsProps) {
  const t = useTranslations("actions");
  const viewer = useViewer();
  const [talks, writes] = [viewer.can("chat_talk"), viewer.can("clients_write")];
  const people = directory.users.filter(mayBeGiven).map((user) => ({ value: user.id, label: user.name }));
  const simple = (name: "bot_on" | "bot_off" | "open", icon: ReactNode) => (
    <IconButton label={t(`${name}.label`)} onClick={() => run({ name, input: {} })}>
      {icon}
    </IconButton>
  );
  const close = (isLead: boolean, label: string, icon: ReactNode) => (
    <IconButton label={label} onClick={() => run({ name: "close", input: { isLead } })}>
      {icon}
    </IconButton>
  );
  return (
    <div className="flex flex-wrap items-center">
      {talks ? (
        <Choice
          label={t("assign.label")}
          icon={<UserRound aria-hidden />}
          options={[...people, { value: nobody, label: t("bulk.nobody") }]}
          onChoose={(id) => run({ name: "assign", input: { assignedTo: id === nobody ? null : id } })}
        />
      ) : null}
      {talks && directory.teams.length > 0 ? (
        <Choice
          label={t("assign_team.label")}
          icon={<UsersRound aria-hidden />}
          options={[...teamOptions(directory), { value: nobody, label: t("bulk.noTeam") }]}
          onChoose={(id) => run({ name: "assign_team", input: { teamId: id === nobody ? null : id } })}
        />
      ) : null}
      {writes ? (
        <>
          <Choice
            label={t("tag_add.label")}
            icon={<Tag aria-hidden />}
            options={directory.tags.map(({ name }) => ({ value: name, label: name }))}
            onChoose={(tag) => run({ name: "tag_add", input: { tag } })}
          />
          <Choice
            label={t("phase.label")}
            icon={<Milestone aria-hidden />}
            options={directory.phases.map(({ id, name }) => ({ value: id, label: name }))}
            onChoose={(phaseId) => run({ name: "phase", input: { phaseId } })}
          />
        </>
      ) : null}
      {talks ? (
        <>
          <IconButton label={t("note.label")} onClick={onNote}>
            <StickyNote aria-hidden />
          </IconButton>
          {simple("bot_on", <Bot aria-hidden />)}
          {simple("bot_off", <BotOff aria-hidden />)}
          {close(true, t("bulk.closeLead"), <CircleCheck aria-hidden />)}
          {close(false, t("bulk.closeNoLead"), <CircleSlash aria-hidden />)}
          {simple("open", <ArchiveRestore aria-hidden />)}
        </>
      ) : null}
      {talks || writes ? (
        <IconButton label={t("bulk.more")} onClick={onMore}>
          <Ellipsis aria-hidden />
        </IconButton>
      ) : null}
    </div>
  );
}

type ChoiceProps = {
  label: string;
  icon: ReactNode;
  options: Option[];
  onChoose: (value: string) => void;
};

function Choice({ label, icon, options, onChoose }: ChoiceProps) {
  const t = useTranslations("actions.bulk");
  return (
    <Combobox
      label={label}
      searchLabel={t("search")}
      options={options}
      value={undefined}
      onValueChange={onChoose}
      trigger={<IconButton label={label}>{icon}</IconButton>}
    />
  );
}

function ProgressLine({ total, ended, onCancel }: { total: number; ended: number; onCancel: () => void }) {
  const t = useTranslations("actions.bulk");
  return (
    <div className="flex items-center gap-2 border-border border-t bg-surface-raised px-3 py-1.5 text-xs">
      <span role="status" className="tabular min-w-0 flex-1">
        {t("progress", { ended, total })}
        <progress aria-label={t("label")} max={total} value={ended} className="mt-1 block h-1 w-full accent-accent" />
      </span>
      <Button size="sm" onClick={onCancel}>
        {t("cancel")}
      </Button>
    </div>
  );
}
