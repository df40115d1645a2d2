"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BellOff, Check, CheckCheck, Settings } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTRPC } from "#components/live/api.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { hrefOf } from "#server/notifications/choices.ts";
import type { Notification } from "#server/notifications/schema.ts";
import { kindIcons, useNotificationWords } from "./notification-words.ts";
import { useUnreadNotifications } from "./use-unread.ts";

const pageSize = 20;

/** What the bell holds: the newest first, each leading to what it is about. */
export function NotificationPanel({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations("notifications");
  const unread = useUnreadNotifications();
  const { readAll } = useReading();
  const [pages, setPages] = useState(1);
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      <header className="flex items-center gap-1 border-border border-b py-1.5 ps-4 pe-2">
        <h2 className="flex-1 font-medium text-base">{t("title")}</h2>
        <IconButton label={t("readAll")} size="sm" disabled={unread === 0} onClick={readAll}>
          <CheckCheck aria-hidden />
        </IconButton>
        <Link
          href="/settings/notifications"
          onClick={onLeave}
          aria-label={t("settings")}
          title={t("settings")}
          className="grid size-7 place-items-center rounded-md text-text-muted hover:bg-text/6 hover:text-text touch:size-11"
        >
          <Settings aria-hidden className="size-4" />
        </Link>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: moves the focus between the links inside */}
      <div ref={list} onKeyDown={(event) => step(event, list.current)} className="min-h-0 flex-1 overflow-y-auto p-1">
        {Array.from({ length: pages }, (_, index) => (
          <Page
            key={index}
            page={index + 1}
            last={index + 1 === pages}
            onMore={() => setPages(pages + 1)}
            onLeave={onLeave}
          />
        ))}
      </div>
    </>
  );
}

/* Up and down lead from line to line. */
function step(event: KeyboardEvent, list: HTMLElement | null): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const lines = [...(list?.querySelectorAll<HTMLElement>("a") ?? [])];
  const at = lines.findIndex((line) => line.closest("li")?.contains(document.activeElement));
  const next = lines[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function useReading() {
  const t = useTranslations("notifications");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const settled = {
    onSuccess: () => client.invalidateQueries({ queryKey: trpc.notifications.pathKey() }),
    onError: () => toast.error(t("failed")),
  };
  const all = useMutation(trpc.notifications.markRead.mutationOptions(settled));
  const one = useMutation(trpc.notifications.read.mutationOptions(settled));
  return { readAll: () => all.mutate({}), read: (notificationId: string) => one.mutate({ notificationId }) };
}

type PageProps = { page: number; last: boolean; onMore: () => void; onLeave: () => void };

function Page({ page, last, onMore, onLeave }: PageProps) {
  const t = useTranslations("notifications");
  const trpc = useTRPC();
  const { data, isError, refetch, isFetching } = useQuery(
    trpc.notifications.list.queryOptions({ limit: pageSize, page }),
  );
  const { read } = useReading();
  if (!data && isError) {
    return <ErrorState title={t("loadFailed")} onRetry={() => void refetch()} retrying={isFetching} className="py-8" />;
  }
  if (!data) return <Waiting />;
  if (data.pagination.total === 0) {
    return <EmptyState icon={<BellOff aria-hidden />} title={t("empty")} description={t("emptyHint")} />;
  }
  return (
    <>
      <ul className="grid grid-cols-1">
        {data.data.map((notification) => (
          <Line key={notification.id} notification={notification} onRead={read} onLeave={onLeave} />
        ))}
      </ul>
      {last && data.pagination.hasNext ? (
        <Button variant="ghost" className="w-full" onClick={onMore}>
          {t("more")}
        </Button>
      ) : null}
    </>
  );
}

function Waiting() {
  return (
    <div aria-hidden className="grid gap-3 p-3">
      {[0, 1, 2].map((line) => (
        <Skeleton key={line} className="h-10" />
      ))}
    </div>
  );
}

type LineProps = { notification: Notification; onRead: (id: string) => void; onLeave: () => void };

function Line({ notification, onRead, onLeave }: LineProps) {
  const t = useTranslations("notifications");
  const words = useNotificationWords();
  const { id, kind, text, readAt, updatedAt } = notification;
  const Icon = kindIcons[kind];
  const isNew = readAt === null;
  return (
    <li className="group relative flex items-start gap-1 rounded-md focus-within:bg-text/6 hover:bg-text/6">
      <Link
        href={hrefOf(notification)}
        onClick={() => {
          if (isNew) onRead(id);
          onLeave();
        }}
        className="flex min-w-0 flex-1 gap-3 rounded-md py-2 ps-3 pe-1"
      >
        <Icon
          aria-hidden
          className={isNew ? "mt-0.5 size-4 shrink-0 text-accent" : "mt-0.5 size-4 shrink-0 text-text-faint"}
        />
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          <span
            className={cn("wrap-anywhere line-clamp-4 text-pretty text-sm", isNew ? "font-medium" : "text-text-muted")}
          >
            {words(notification)}
          </span>
          {text ? (
            <span dir="auto" className="truncate text-text-muted text-xs">
              {text}
            </span>
          ) : null}
          <span className="text-text-muted text-xs">
            {isNew ? <span className="sr-only">{t("isNew")} </span> : null}
            <RelativeTime value={updatedAt} plain />
          </span>
        </span>
      </Link>
      {isNew ? (
        <IconButton label={t("read")} size="xs" className="m-1.5" onClick={() => onRead(id)}>
          <Check aria-hidden />
        </IconButton>
      ) : null}
    </li>
  );
}
