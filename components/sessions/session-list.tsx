"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Laptop, Smartphone, Tablet } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Session } from "#server/sessions/schema.ts";

/** Where one is signed in, and how to end it. */
export function SessionList() {
  const t = useTranslations("sessions.list");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const sessions = useQuery(trpc.sessions.list.queryOptions({}));
  const settled = {
    onSuccess: ({ ended }: { ended: number }) => {
      cache.refresh(cache.of("sessions"));
      toast.success(t("ended", { count: ended }));
    },
    onError: (error: unknown) => toast.error(refusals.sentence(error)),
  };
  const end = useMutation(trpc.sessions.end.mutationOptions(settled));
  const endOthers = useMutation(trpc.sessions.endOthers.mutationOptions(settled));
  const list = sessions.data ?? [];
  return (
    <SettingsSection title={t("title")} description={t("description")}>
      {sessions.isError && !sessions.data ? <ErrorState onRetry={() => void sessions.refetch()} /> : null}
      {sessions.isPending ? <Skeleton className="h-12 w-full" /> : null}
      <ul className="grid divide-y divide-border rounded-lg border border-border empty:hidden">
        {list.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={end.isPending && end.variables.sessionId === session.id}
            onEnd={() => end.mutate({ sessionId: session.id })}
          />
        ))}
      </ul>
      {list.length > 1 ? (
        <div>
          <Button loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            {t("endOthers")}
          </Button>
        </div>
      ) : null}
    </SettingsSection>
  );
}

type SessionRowProps = { session: Session; ending: boolean; onEnd: () => void };

function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const t = useTranslations("sessions.list");
  const [kind = "", system = "", browser = ""] = session.device.split(", ");
  const name = [browser, system].filter(Boolean).join(" · ") || t("unknown");
  const Icon = kind === "mobile" ? Smartphone : kind === "tablet" ? Tablet : Laptop;
  return (
    <li className="flex min-w-0 items-center gap-3 px-3 py-2.5">
      <Icon aria-hidden className="size-4 shrink-0 text-text-faint" />
      <div className="grid min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-2 text-sm">
          <span className="truncate">{name}</span>
          {session.current ? <Badge tone="success">{t("current")}</Badge> : null}
        </span>
        <span className="truncate text-text-muted text-xs">
          {session.address} · {t("seen")} <RelativeTime value={session.lastSeenAt} />
        </span>
      </div>
      {session.current ? null : (
        <Button size="sm" variant="danger-ghost" loading={ending} onClick={onEnd} aria-label={t("endOf", { name })}>
          {t("end")}
        </Button>
      )}
    </li>
  );
}
