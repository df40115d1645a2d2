"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { useHealthWords } from "./health-words.ts";
import { type Problem, severityOf, useProblemWords } from "./problem-words.ts";

type Health = {
  name: string;
  number: string;
  quality: string;
  status: string;
  limit: string;
  throughput: string;
  checkedAt: string;
  problem: Problem | null;
};

const tones: Partial<Record<string, BadgeTone>> = { GREEN: "success", YELLOW: "warning", RED: "danger" };

/** What the platform says of the number, page or account; and why it cut the channel off. */
export function ChannelHealth({ health, lastInboundAt }: { health: Health; lastInboundAt: string | null }) {
  const t = useTranslations("channels.connection");
  const words = useProblemWords();
  const told = useHealthWords();
  const { problem, quality } = health;
  const facts: [string, ReactNode][] = [
    [t("health.name"), health.name],
    [t("health.number"), health.number],
    [t("health.quality"), quality ? <Badge tone={tones[quality] ?? "neutral"}>{told.quality(quality)}</Badge> : null],
    [t("health.status"), told.status(health.status)],
    [t("health.limit"), told.limit(health.limit)],
    [t("health.throughput"), told.throughput(health.throughput)],
    [t("health.checked"), health.checkedAt ? <RelativeTime value={health.checkedAt} /> : null],
    [t("health.lastInbound"), lastInboundAt ? <RelativeTime value={lastInboundAt} /> : null],
  ];
  const known = facts.filter(([, value]) => value !== "" && value !== null);
  return (
    <>
      {problem ? (
        <div role="alert" className="grid gap-0.5 rounded-md bg-danger/10 px-3 py-2 text-sm">
          <p className="font-medium text-danger">{t(severityOf(problem))}</p>
          <p>
            {words(problem)} {problem.details}
          </p>
          <p className="text-text-muted text-xs">
            <RelativeTime value={problem.at} />
            {problem.code > 0 ? ` · ${problem.code}` : null}
          </p>
        </div>
      ) : null}
      {known.length > 0 ? (
        <dl className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
          {known.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-text-muted">{label}</dt>
              <dd className="truncate tabular">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  );
}
