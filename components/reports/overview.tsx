"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useTickingNow } from "#components/time/ticking-now.ts";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Live } from "#server/reports/schema.ts";
import { cellStyles, figureHeadStyles, headStyles } from "./styles.ts";
import { WaitingSheet } from "./waiting-sheet.tsx";
import { useTimeWords } from "./words.ts";

/** How things stand now: follows the sockets. */
export function Overview() {
  const trpc = useTRPC();
  const live = useQuery(trpc.reports.live.queryOptions({}));
  if (live.isPending) return <Skeleton className="h-48" />;
  if (live.isError && !live.data)
    return <ErrorState description={failureOf(live.error).message || undefined} onRetry={() => void live.refetch()} />;
  return live.data ? <Standing live={live.data} /> : null;
}

function Standing({ live }: { live: Live }) {
  const t = useTranslations("reports.live");
  const format = useFormatter();
  const time = useTimeWords();
  const now = useTickingNow();
  const since = live.longestSince ? Math.max(0, (now.getTime() - Date.parse(live.longestSince)) / 1000) : null;
  const [waits, setWaits] = useState(false);
  const available = live.agents.filter((agent) => agent.available).length;
  return (
    <div className="grid grid-cols-1 gap-6">
      <dl className="grid grid-cols-4 gap-3 phone:grid-cols-2">
        <Box
          name={t("waiting")}
          value={format.number(live.waiting)}
          {...(live.waiting > 0 ? { onOpen: () => setWaits(true) } : {})}
        />
        <Box
          name={t("longest")}
          value={since === null ? t("nobody") : time(since)}
          {...(live.longestId ? { href: `/inbox/${live.longestId}` } : {})}
        />
        <Box name={t("open")} value={format.number(live.open)} href="/inbox?view=all" />
        <Box name={t("available")} value={format.number(available)} />
      </dl>
      {waits ? <WaitingSheet onClose={() => setWaits(false)} /> : null}
      <section aria-labelledby="open-per-agent" className="grid min-w-0 grid-cols-1 gap-2">
        <h2 id="open-per-agent" className="font-semibold text-base">
          {t("agents")}
        </h2>
        {live.agents.length === 0 ? <p className="text-sm text-text-muted">{t("empty")}</p> : <Agents live={live} />}
      </section>
    </div>
  );
}

const linkStyles =
  "inline-block min-h-6 min-w-6 underline decoration-border-strong underline-offset-4 hover:decoration-current";

const useReadsInbox = () => useMay("clients_read", "clients_read_assigned");

type BoxProps = { name: string; value: string; href?: string; onOpen?: () => void };

/** A figure; where it can be opened, the way to what it counts. */
function Box({ name, value, href, onOpen }: BoxProps) {
  const reads = useReadsInbox();
  return (
    <div className="grid content-between gap-1 rounded-lg border border-border bg-surface p-4">
      <dt className="text-sm text-text-muted">{name}</dt>
      <dd className="tabular font-semibold text-xl">
        {href && reads ? (
          <Link href={href} className={linkStyles}>
            {value}
          </Link>
        ) : onOpen ? (
          <button
            type="button"
            aria-label={`${name}: ${value}`}
            className={`cursor-pointer ${linkStyles}`}
            onClick={onOpen}
          >
            {value}
          </button>
        ) : (
          value
        )}
      </dd>
    </div>
  );
}

/** Each agent's count leads to the conversations that it counts; what nobody holds stands last, so that all add up. */
function Agents({ live }: { live: Live }) {
  const reads = useReadsInbox();
  const t = useTranslations("reports.live");
  const format = useFormatter();
  const held = live.agents.reduce((all, { open }) => all + open, 0);
  const rows = [
    ...live.agents.map(({ available, ...agent }) => ({ ...agent, state: t(available ? "online" : "away") })),
    ...(live.open > held ? [{ id: "UNASSIGNED", name: t("unassigned"), state: "", open: live.open - held }] : []),
  ];
  return (
    <table className="w-full max-w-160 text-sm">
      <thead>
        <tr>
          <th scope="col" className={headStyles}>
            {t("agent")}
          </th>
          <th scope="col" className={headStyles}>
            {t("state")}
          </th>
          <th scope="col" className={figureHeadStyles}>
            {t("open")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, state, open }) => (
          <tr key={id} className="border-border border-t">
            <th scope="row" className={`${cellStyles} wrap-anywhere text-start font-normal`}>
              {name}
            </th>
            <td className={`${cellStyles} text-text-muted`}>{state}</td>
            <td className={`${cellStyles} tabular text-end`}>
              {reads ? (
                <Link href={`/inbox?view=all&assignedTo=${id}`} className={linkStyles}>
                  {format.number(open)}
                </Link>
              ) : (
                format.number(open)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
