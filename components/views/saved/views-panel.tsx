"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useRef, useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import type { SavedView } from "#server/views/schema.ts";
import type { SavedViewsProps } from "./saved-views.tsx";
import { useViewDeeds, type ViewDeeds } from "./use-view-deeds.ts";
import { ViewForm } from "./view-form.tsx";
import { ViewRow } from "./view-row.tsx";

const none: readonly SavedView[] = [];

/** The views of a page with what each holds; below them, the present filters may become another. */
export function ViewsPanel({ page, query, read, onOpen }: SavedViewsProps) {
  const t = useTranslations("inbox.views");
  const trpc = useTRPC();
  const list = useQuery(trpc.views.list.queryOptions({ page }));
  const counts = useQuery(trpc.conversations.viewCounts.queryOptions({ page })).data;
  const teams = useQuery(trpc.teams.names.queryOptions({})).data ?? [];
  const deeds = useViewDeeds(page);
  const mayShare = useMay("clients_write");
  const [editing, setEditing] = useState<SavedView>();
  if (editing) {
    return (
      <div>
        <Button variant="ghost" size="sm" icon={<ChevronLeft aria-hidden />} onClick={() => setEditing(undefined)}>
          {t("back")}
        </Button>
        <ViewForm
          label={t("editTitle", { name: editing.name })}
          start={editing}
          shareable={mayShare}
          onSave={async (words) => {
            await deeds.rename(editing, words);
            setEditing(undefined);
          }}
        />
      </div>
    );
  }
  const views = list.data ?? none;
  const shown = { query, read, deeds, mayShare, counts, onOpen, onEdit: setEditing };
  return (
    <>
      {list.isPending ? (
        <div className="grid h-16 place-items-center">
          <Spinner label={t("loading")} />
        </div>
      ) : list.isError && !list.data ? (
        <ErrorState
          title={t("notLoaded")}
          description={failureOf(list.error).message || undefined}
          onRetry={() => void list.refetch()}
          className="py-4"
        />
      ) : views.length === 0 ? (
        <p className="px-2 py-3 text-sm text-text-muted">{t("none")}</p>
      ) : (
        <div className="grid max-h-72 gap-1 overflow-y-auto overscroll-contain">
          <ViewGroup label={t("company")} views={views.filter(({ scope }) => scope === "company")} {...shown} />
          {teams.map(({ id, name }) => (
            <ViewGroup key={id} label={name} views={views.filter(({ teamId }) => teamId === id)} {...shown} />
          ))}
          <ViewGroup label={t("own")} views={views.filter(({ scope }) => scope === "private")} {...shown} />
        </div>
      )}
      {query ? (
        <div className="mt-1 border-border border-t">
          <ViewForm
            label={t("save")}
            shareable={mayShare}
            onSave={(words) => deeds.create({ page, query, ...words })}
          />
        </div>
      ) : null}
    </>
  );
}

type ViewGroupProps = Omit<SavedViewsProps, "page"> & {
  label: string;
  views: readonly SavedView[];
  deeds: ViewDeeds;
  mayShare: boolean;
  counts: readonly { id: string; count: number | null }[] | undefined;
  onEdit: (view: SavedView) => void;
};

function ViewGroup({ label, views, counts, deeds, query, read, onOpen, onEdit, mayShare }: ViewGroupProps) {
  const latest = useRef({ views, deeds });
  latest.current = { views, deeds };
  // The drag listens anew whenever this changes, so it stays the same.
  const move = useCallback((from: number, to: number) => latest.current.deeds.move(latest.current.views, from, to), []);
  if (views.length === 0) return null;
  return (
    <section>
      <h3 className="px-2 pt-1 text-text-muted text-xs">{label}</h3>
      <ol aria-label={label}>
        {views.map((view, index) => (
          <ViewRow
            key={view.id}
            view={view}
            index={index}
            views={views}
            count={counts?.find(({ id }) => id === view.id)?.count}
            current={read(view.query) === query}
            governed={view.scope === "private" || mayShare}
            mayShare={mayShare}
            query={query}
            deeds={deeds}
            onMove={move}
            onOpen={() => onOpen(view.query)}
            onEdit={() => onEdit(view)}
          />
        ))}
      </ol>
    </section>
  );
}
