"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, Contact, MessageSquare, RotateCw, Terminal } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMay } from "#components/frame/profile.tsx";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { useCopy } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { DeliveryLog, Webhook } from "#server/webhooks/schema.ts";
import { AttemptRail } from "./attempt-rail.tsx";
import { curlOf } from "./curl-of.ts";
import { Exchange } from "./exchange.tsx";
import { LogTime } from "./log-time.tsx";
import { StatusMark } from "./status-mark.tsx";
import { useRedeliver } from "./use-redeliver.ts";

type AttemptDetailProps = {
  webhook: Webhook;
  logId: string;
  /** The attempt as the list has it, if it does. */
  known: DeliveryLog | undefined;
  onOpen: (logId: string) => void;
};

/** One attempt whole: what was sent, what came back, and the other attempts of the same delivery. */
export function AttemptDetail({ webhook, logId, known, onOpen }: AttemptDetailProps) {
  const t = useTranslations("webhooks.log");
  const trpc = useTRPC();
  const read = useQuery({
    ...trpc.webhooks.log.queryOptions({ webhookId: webhook.id, logId }),
    enabled: known === undefined,
    retry: false,
  });
  const log = known ?? read.data;
  if (log) return <Loaded webhook={webhook} log={log} onOpen={onOpen} />;
  if (read.isPending) return <DetailSkeleton />;
  if (failureOf(read.error).code === "not_found") {
    const back = <Button onClick={() => onOpen("")}>{t("backToList")}</Button>;
    return <EmptyState title={t("gone")} description={t("goneDescription")} actions={back} className="my-auto" />;
  }
  return <ErrorState onRetry={() => void read.refetch()} className="my-auto" />;
}

function Loaded({ webhook, log, onOpen }: { webhook: Webhook; log: DeliveryLog; onOpen: (logId: string) => void }) {
  const t = useTranslations("webhooks");
  const mayWrite = useMay("webhooks_write");
  const [copied, copy] = useCopy();
  const redeliver = useRedeliver(webhook.id, onOpen);
  const copyCurl = () => void copy(curlOf(log));
  useShortcuts(t("log.title"), [
    { keys: "y", label: t("log.shortcuts.curl"), run: copyCurl },
    ...(mayWrite ? [{ keys: "r", label: t("log.shortcuts.redeliver"), run: () => redeliver.run(log.id) }] : []),
  ]);
  return (
    <article aria-label={t("log.detail")} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <header className="sticky top-0 z-10 flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-border border-b bg-surface px-5 py-2 phone:static phone:px-3">
        <IconButton label={t("log.backToList")} className="md:hidden" onClick={() => onOpen("")}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <div className="flex min-w-40 flex-1 items-center gap-2">
          <StatusMark success={log.success} />
          <h2 className="truncate font-mono font-semibold text-sm">{log.event}</h2>
          {log.deliveryId === null ? <Badge tone="outline">{t("log.test")}</Badge> : null}
          <LogTime value={log.createdAt} className="tabular shrink-0 text-text-muted text-xs" />
        </div>
        <div className="flex flex-wrap items-center gap-1.5 phone:w-full phone:flex-nowrap phone:overflow-x-auto phone:[scrollbar-width:none]">
          <Subjects log={log} />
          <Button size="sm" icon={<Terminal aria-hidden />} onClick={copyCurl}>
            {copied === "idle" ? t("detail.copyCurl") : t(`detail.curl.${copied}`)}
          </Button>
          {mayWrite ? (
            <Button
              size="sm"
              icon={<RotateCw aria-hidden />}
              loading={redeliver.pending}
              onClick={() => redeliver.run(log.id)}
            >
              {t("detail.redeliver")}
            </Button>
          ) : null}
        </div>
      </header>
      <div className="grid gap-6 p-5 phone:p-4">
        <Rail webhook={webhook} log={log} onOpen={onOpen} />
        <Exchange key={log.id} attempt={log} />
      </div>
    </article>
  );
}

/** The records the event speaks of, as long as they are there to open. */
function Subjects({ log }: { log: DeliveryLog }) {
  const t = useTranslations("webhooks.detail");
  const { conversationId, contactId, event } = log;
  const may = useMay("clients_read", "clients_read_assigned");
  if (!may) return null;
  return (
    <>
      {conversationId && event !== "conversation/deleted" ? (
        <Button asChild size="sm" variant="ghost">
          <Link href={`/inbox/${conversationId}?view=all`}>
            <MessageSquare aria-hidden />
            {t("conversation")}
          </Link>
        </Button>
      ) : null}
      {contactId && event !== "contact/deleted" ? (
        <Button asChild size="sm" variant="ghost">
          <Link href={`/contacts/${contactId}`}>
            <Contact aria-hidden />
            {t("contact")}
          </Link>
        </Button>
      ) : null}
    </>
  );
}

const railMs = 1000;

function Rail({ webhook, log, onOpen }: { webhook: Webhook; log: DeliveryLog; onOpen: (logId: string) => void }) {
  const t = useTranslations("webhooks.detail");
  const trpc = useTRPC();
  const deliveryId = log.deliveryId ?? "";
  const delivery = useQuery({
    ...trpc.webhooks.logs.queryOptions({ webhookId: webhook.id, deliveryId, limit: 100 }),
    enabled: deliveryId !== "",
    // The next attempt shows by itself, as long as one is to follow.
    refetchInterval: ({ state }) => (state.data?.data[0]?.deliveryStatus === "pending" ? railMs : false),
  });
  if (deliveryId === "") return null;
  const attempts = (delivery.data?.data ?? [log]).toReversed();
  const status = attempts.at(-1)?.deliveryStatus;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold text-sm">{t("attempts")}</h3>
      <AttemptRail attempts={attempts} selectedId={log.id} status={status ?? "failed"} onSelect={onOpen} />
    </section>
  );
}

function DetailSkeleton() {
  return (
    <div aria-hidden className="grid gap-4 p-5">
      <Skeleton className="h-6 w-64" />
      <Skeleton className="h-24 w-full" />
      <div className="grid grid-cols-2 gap-6 phone:grid-cols-1">
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </div>
  );
}
