"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useProblemWords } from "#components/channels/problem-words.ts";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { HealthCheck, HealthReport } from "#server/health/schema.ts";
import { HealthRow } from "./health-row.tsx";
import { useEcho } from "./use-echo.ts";

const everyMs = 5000;

/** Whether everything runs: measured again every few seconds while the page is open. */
export function HealthSettings() {
  const t = useTranslations("health");
  const trpc = useTRPC();
  const report = useQuery(trpc.health.report.queryOptions({}, { enabled: useMay("admin"), refetchInterval: everyMs }));
  return (
    <SettingsPage title={t("title")} description={t("description")} permissions={["admin"]}>
      {report.isError ? (
        <ErrorState
          description={failureOf(report.error).message || undefined}
          onRetry={() => void report.refetch()}
          retrying={report.isFetching}
        />
      ) : null}
      {report.isPending ? <ReportSkeleton /> : null}
      {report.data ? <Report report={report.data} /> : null}
    </SettingsPage>
  );
}

function Report({ report }: { report: HealthReport }) {
  const t = useTranslations("health");
  const facts = useFacts();
  const words = useProblemWords();
  const bad = report.checks.filter(({ state }) => state !== "ok").length;
  const tone = report.checks.some(({ state }) => state === "failed") ? "danger" : bad > 0 ? "warning" : "success";
  return (
    <>
      <p role="status" className="flex items-center gap-2 px-5 pt-2 pb-3 text-sm text-text-muted phone:px-4">
        <Badge tone={tone}>{t("summary", { count: bad })}</Badge>
      </p>
      <Group title={t("groups.installation")}>
        {report.checks.map((check) => (
          <HealthRow
            key={check.id}
            id={check.id}
            state={check.state}
            title={t(`checks.${check.id}.title`)}
            fact={facts(check)}
            advice={t(`checks.${check.id}.advice`)}
          />
        ))}
        <EchoRow />
      </Group>
      <Group title={t("groups.channels")}>
        {report.channels.map((channel) => (
          <HealthRow
            key={channel.id}
            id={channel.id}
            state={channel.connected && !channel.problem ? (channel.lastInboundAt ? "ok" : "unknown") : "warning"}
            title={channel.label}
            fact={
              channel.lastInboundAt
                ? t.rich("channels.heard", { time: () => <RelativeTime value={channel.lastInboundAt ?? ""} /> })
                : t("channels.silent")
            }
            advice={
              channel.problem ? words(channel.problem) : channel.connected ? undefined : t("channels.unconnected")
            }
          />
        ))}
      </Group>
    </>
  );
}

/** What was measured, in the reader's units. */
function useFacts(): (check: HealthCheck) => string {
  const t = useTranslations("health");
  const format = useFormatter();
  const time = (ms: number) => {
    if (ms < 1000) return format.number(Math.round(ms), { style: "unit", unit: "millisecond" });
    const [unit, value] =
      ms < 60_000
        ? (["second", ms / 1000] as const)
        : ms < 3_600_000
          ? (["minute", ms / 60_000] as const)
          : (["hour", ms / 3_600_000] as const);
    return format.number(value, { style: "unit", unit, maximumFractionDigits: value < 10 ? 1 : 0 });
  };
  const size = (bytes: number) => {
    const [unit, value] =
      bytes < 1024 ** 3 ? (["megabyte", bytes / 1024 ** 2] as const) : (["gigabyte", bytes / 1024 ** 3] as const);
    return format.number(value, { style: "unit", unit, maximumFractionDigits: value < 10 ? 1 : 0 });
  };
  return ({ id, ageMs, count, bytes, share }) => {
    const values = {
      time: time(Math.max(0, ageMs ?? 0)),
      count: count ?? 0,
      size: size(bytes ?? 0),
      share: format.number(share ?? 0, { style: "percent" }),
    };
    if (id === "worker") return ageMs === null ? t("checks.worker.none") : t("checks.worker.fact", values);
    if (id === "disk" && bytes === null) return t("checks.disk.none");
    if ((id === "relay" || id === "jobs" || id === "webhookQueue") && ageMs === null) return t("nothingWaits");
    return t(`checks.${id}.fact`, values);
  };
}

function EchoRow() {
  const t = useTranslations("health.echo");
  const format = useFormatter();
  const { state, ms } = useEcho();
  const states = { asking: "unknown", ok: "ok", slow: "warning", failed: "failed" } as const;
  const fact =
    ms === null
      ? t(state === "failed" ? "none" : "asking")
      : format.number(Math.max(1, Math.round(ms)), { style: "unit", unit: "millisecond" });
  const advice = state === "asking" ? undefined : t("advice");
  return <HealthRow id="echo" state={states[state]} title={t("title")} fact={fact} advice={advice} />;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pb-4">
      <h2 className="px-5 pb-1 font-medium text-sm text-text-muted phone:px-4">{title}</h2>
      <ul className="border-border border-y">{children}</ul>
    </section>
  );
}

function ReportSkeleton() {
  return (
    <div aria-busy className="grid gap-5 px-5 py-4 phone:px-4">
      {["a", "b", "c", "d", "e", "f", "g"].map((key) => (
        <Skeleton key={key} className="h-4 w-full" />
      ))}
    </div>
  );
}
