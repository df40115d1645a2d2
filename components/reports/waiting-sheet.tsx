"use client";

import { useQueries } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useTickingNow } from "#components/time/ticking-now.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useTimeWords } from "./words.ts";

const atOnce = 50;

/** Who waits now, the longest first: exactly those that are counted. It follows the sockets, as the count does. */
export function WaitingSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations("reports");
  const trpc = useTRPC();
  const [pages, setPages] = useState(1);
  const lists = useQueries({
    queries: Array.from({ length: pages }, (_, index) =>
      trpc.reports.waiting.queryOptions({ limit: atOnce, page: index + 1 }),
    ),
  });
  const [first] = lists;
  const last = lists.at(-1);
  const total = first?.data?.pagination.total;
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t("live.waiting")}
      description={total === undefined ? undefined : t("rows.size", { count: total })}
    >
      {first?.isPending ? <Skeleton className="m-4 h-40" /> : null}
      {last?.isError && !last.data ? (
        <ErrorState description={failureOf(last.error).message || undefined} onRetry={() => void last.refetch()} />
      ) : null}
      {total === 0 ? <p className="p-4 text-sm text-text-muted">{t("rows.empty")}</p> : null}
      <ul className="grid list-none gap-0 p-0">
        {lists.flatMap(({ data }) =>
          (data?.data ?? []).map((one) => (
            <li key={one.conversationId} className="border-border border-b">
              <Row {...one} />
            </li>
          )),
        )}
      </ul>
      {total !== undefined && total > pages * atOnce ? (
        <div className="grid justify-items-center p-4">
          <Button loading={last?.isPending} onClick={() => setPages(pages + 1)}>
            {t("rows.more")}
          </Button>
        </div>
      ) : null}
    </Sheet>
  );
}

type RowProps = { conversationId: string; visitorName: string; since: string | null };

function Row({ conversationId, visitorName, since }: RowProps) {
  const t = useTranslations("reports.rows");
  const time = useTimeWords();
  const now = useTickingNow();
  const reads = useMay("clients_read", "clients_read_assigned");
  const name = visitorName || t("unknown");
  return (
    <div className="flex items-baseline justify-between gap-3 px-4 py-2.5 text-sm">
      {reads ? (
        <Link
          href={`/inbox/${conversationId}`}
          className="truncate font-medium underline decoration-border-strong underline-offset-4 hover:decoration-current"
        >
          {name}
        </Link>
      ) : (
        <span className="truncate font-medium">{name}</span>
      )}
      {since ? (
        <time dateTime={since} className="tabular shrink-0 text-text-muted">
          {time(Math.max(0, (now.getTime() - Date.parse(since)) / 1000))}
        </time>
      ) : null}
    </div>
  );
}
