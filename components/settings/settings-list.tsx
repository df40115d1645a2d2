"use client";

import { Pencil, Plus, Trash2 } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** What the page says of itself. */
export type SettingsListWords = {
  title: string;
  description: string;
  add: string;
  emptyTitle: string;
  emptyHint: string;
};

/** The question for the list, as `useQuery` has it. */
type Asked = {
  data: readonly unknown[] | undefined;
  isError: boolean;
  isLoading: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

type SettingsListProps = {
  words: SettingsListWords;
  icon: ReactElement;
  /** Any of these opens the page. */
  permissions: readonly string[];
  asked: Asked;
  /** Opens the form; none: this person may not add. */
  onAdd?: (() => void) | undefined;
  /** As many as there may be. */
  full?: boolean;
  /** The rows, shown once they are there. */
  children: ReactNode;
  /** The form and the question before a deletion. */
  dialogs: ReactNode;
};

/** A page of settings that lists what there is: loading, failed, empty, rows, and the button that adds. */
export function SettingsList({ words, icon, permissions, asked, onAdd, full, children, dialogs }: SettingsListProps) {
  const count = asked.data?.length ?? 0;
  const add = onAdd ? (
    <Button variant="primary" icon={<Plus aria-hidden />} disabled={full === true} onClick={onAdd}>
      {words.add}
    </Button>
  ) : undefined;
  return (
    <SettingsPage
      title={words.title}
      description={words.description}
      permissions={permissions}
      actions={count > 0 ? add : undefined}
    >
      <div className="px-5 pt-2 pb-8 phone:px-4">
        {asked.isError && !asked.data ? (
          <ErrorState onRetry={() => void asked.refetch()} retrying={asked.isFetching} />
        ) : null}
        {asked.isLoading ? <Skeleton className="h-40 rounded-lg" /> : null}
        {asked.data && count === 0 ? (
          <EmptyState icon={icon} title={words.emptyTitle} description={words.emptyHint} actions={add} />
        ) : null}
        {children}
      </div>
      {dialogs}
    </SettingsPage>
  );
}

/** The frame around rows without an order of their own. */
export function SettingsRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="grid divide-y divide-border rounded-lg border border-border empty:hidden">
      {children}
    </ul>
  );
}

type SettingsRowProps = {
  /** What the row's buttons say to who cannot see them; none: nothing may be done with it. */
  tools: { edit: string; remove: string } | undefined;
  onEdit: () => void;
  onDelete: () => void;
  children: ReactNode;
};

/** One row: what it is, and at its end the buttons that edit and delete it. */
export function SettingsRow({ tools, onEdit, onDelete, children }: SettingsRowProps) {
  return (
    <li className="flex min-h-12 items-center gap-2 py-1.5 pr-2 pl-3">
      {children}
      {tools ? (
        <>
          <IconButton label={tools.edit} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={tools.remove} variant="danger" onClick={onDelete}>
            <Trash2 aria-hidden />
          </IconButton>
        </>
      ) : null}
    </li>
  );
}
