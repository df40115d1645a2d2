"use client";

import { ArrowDown, ArrowUp, Ellipsis, Pencil, Replace, Trash2, UserRound, Users } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { OrderedRow } from "#components/tables/ordered-row.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { SavedView } from "#server/views/schema.ts";
import type { ViewDeeds } from "./use-view-deeds.ts";
import { ViewIcon } from "./view-icon.tsx";

type ViewRowProps = {
  view: SavedView;
  index: number;
  /** Those it stands among. */
  views: readonly SavedView[];
  /** How many it holds, where counters tell. */
  count: number | null | undefined;
  current: boolean;
  /** Whether this person may change it. */
  governed: boolean;
  mayShare: boolean;
  query: string;
  deeds: ViewDeeds;
  onMove: (from: number, to: number) => void;
  onOpen: () => void;
  onEdit: () => void;
};

/** One view: opened by its name, moved by its handle, and all else in its menu. */
export function ViewRow({ view, index, views, count, current, governed, onOpen, onMove, ...rest }: ViewRowProps) {
  const t = useTranslations("inbox.views");
  const format = useFormatter();
  const place = { index, count: views.length, onMove };
  const handle = governed ? t("handle", { name: view.name, position: index + 1, count: views.length }) : undefined;
  return (
    <OrderedRow
      {...place}
      handle={handle}
      list={view.teamId ?? view.scope}
      className="min-h-8 gap-1 rounded-md border-0 bg-surface-raised p-0 first:rounded-t-md last:rounded-b-md"
    >
      <button
        type="button"
        onClick={onOpen}
        aria-current={current ? "true" : undefined}
        className="flex min-h-7 min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 text-start text-sm hover:bg-text/6 aria-[current]:font-medium aria-[current]:text-accent touch:min-h-11"
      >
        <ViewIcon icon={view.icon} />
        <span className="min-w-0 flex-1 truncate">{view.name}</span>
        {typeof count === "number" ? (
          <span className="text-text-muted text-xs tabular" title={t("count", { count })}>
            {format.number(count)}
          </span>
        ) : null}
      </button>
      {governed ? (
        <RowMenu view={view} index={index} views={views} current={current} onMove={onMove} {...rest} />
      ) : null}
    </OrderedRow>
  );
}

type RowMenuProps = Omit<ViewRowProps, "count" | "governed" | "onOpen">;

function RowMenu({ view, index, views, current, mayShare, query, deeds, onMove, onEdit }: RowMenuProps) {
  const t = useTranslations("inbox.views");
  const shared = view.scope === "company";
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={t("more", { name: view.name })} size="xs">
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
          {t("edit")}
        </DropdownMenuItem>
        {query && !current ? (
          <DropdownMenuItem icon={<Replace aria-hidden />} onSelect={() => void deeds.replace(view, query)}>
            {t("replace")}
          </DropdownMenuItem>
        ) : null}
        {mayShare ? (
          <DropdownMenuItem
            icon={shared ? <UserRound aria-hidden /> : <Users aria-hidden />}
            onSelect={() => void deeds.share(view, shared ? "private" : "company")}
          >
            {t(shared ? "makePrivate" : "makeShared")}
          </DropdownMenuItem>
        ) : null}
        {index > 0 ? (
          <DropdownMenuItem icon={<ArrowUp aria-hidden />} onSelect={() => onMove(index, index - 1)}>
            {t("up")}
          </DropdownMenuItem>
        ) : null}
        {index < views.length - 1 ? (
          <DropdownMenuItem icon={<ArrowDown aria-hidden />} onSelect={() => onMove(index, index + 1)}>
            {t("down")}
          </DropdownMenuItem>
        ) : null}
        <DropdownMenuSeparator />
        <DropdownMenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => void deeds.remove(view)}>
          {t("delete")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
