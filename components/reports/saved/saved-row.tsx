"use client";

import { Ellipsis, Mail, Pencil, Send, Trash2 } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useProfile } from "#components/frame/profile.tsx";
import { moment } from "#components/time/moments.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { SavedReport } from "#server/reports/saved/schema.ts";
import { useHourWords } from "./hour-words.ts";
import { savedHref } from "./saved-address.ts";
import type { useSavedDeeds } from "./use-saved-deeds.ts";

type SavedRowProps = {
  saved: SavedReport;
  /** Whether this person may change it. */
  governed: boolean;
  deeds: ReturnType<typeof useSavedDeeds>;
  onEdit: () => void;
};

/** One saved report: opened by its name; when it is mailed, and what became of that. */
export function SavedRow({ saved, governed, deeds, onEdit }: SavedRowProps) {
  const t = useTranslations("reports.saved");
  const tNames = useTranslations("reports.names");
  const { name, report, range, schedule } = saved;
  const words = useHourWords();
  return (
    <li className="flex min-h-14 items-center gap-2 py-2 pr-2 pl-4">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <Link
          href={savedHref(saved)}
          className="truncate font-medium text-sm underline decoration-border-strong underline-offset-4 hover:decoration-current"
        >
          {name}
        </Link>
        <span className="text-pretty text-text-muted text-xs">
          {tNames(report)} · {t(`ranges.${range}`)}
        </span>
        {schedule ? (
          <span className="flex items-start gap-1.5 text-pretty text-text-muted text-xs">
            <Mail aria-hidden className="mt-0.5 size-3 shrink-0" />
            <span>
              {words.times(schedule)} · {t("people", { count: schedule.recipients.length })}
              <Fate saved={saved} />
            </span>
          </span>
        ) : null}
      </div>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label={t("more", { name })}>
            <Ellipsis aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem icon={<Send aria-hidden />} onSelect={() => void deeds.send(saved)}>
            {t("send")}
          </DropdownMenuItem>
          {governed ? (
            <>
              <DropdownMenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
                {t("edit")}
              </DropdownMenuItem>
              <DropdownMenuSeparator />
              <DropdownMenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => void deeds.remove(saved)}>
                {t("delete")}
              </DropdownMenuItem>
            </>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
    </li>
  );
}

const reasons = {
  mail_off: "mailOff",
  owner_gone: "ownerGone",
  no_reader: "noReader",
  range_too_large: "tooLong",
} as const;

/** When it went out last, or why it did not. */
function Fate({ saved: { sentAt, error, failed } }: { saved: SavedReport }) {
  const t = useTranslations("reports.saved.fate");
  const format = useFormatter();
  const { timeZone } = useProfile().company;
  if (!sentAt) return null;
  const when = format.dateTime(new Date(sentAt), { ...moment, timeZone });
  const reason = Object.entries(reasons).find(([code]) => code === error)?.[1] ?? "other";
  if (error) return <span className="text-danger"> · {t(reason, { when })}</span>;
  if (failed > 0) return <span className="text-danger"> · {t("failed", { when, count: failed })}</span>;
  return <> · {t("sent", { when })}</>;
}
