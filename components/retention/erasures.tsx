"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { useProfile } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { momentWithSeconds } from "#components/time/moments.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ErasureView } from "#server/erasures/schema.ts";

const counted = ["conversations", "messages", "notes", "tasks", "files", "ratings", "events"] as const;

/** Who was erased, without their name: one line for each, with its certificate. */
export function Erasures() {
  const t = useTranslations("retention.erasures");
  const trpc = useTRPC();
  const erasures = useInfiniteQuery(
    trpc.erasures.list.infiniteQueryOptions(
      { limit: 20 },
      { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
    ),
  );
  const shown = erasures.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <SettingsSection title={t("title")} description={t("description")}>
      {erasures.isError && !erasures.data ? (
        <ErrorState onRetry={() => void erasures.refetch()} retrying={erasures.isFetching} />
      ) : null}
      {erasures.isPending ? <Skeleton className="h-14 rounded-lg" /> : null}
      {erasures.data && shown.length === 0 ? <p className="text-sm text-text-muted">{t("none")}</p> : null}
      <ul aria-label={t("title")} className="grid divide-y divide-border rounded-lg border border-border empty:hidden">
        {shown.map((erasure) => (
          <ErasureRow key={erasure.id} erasure={erasure} />
        ))}
      </ul>
      {erasures.hasNextPage ? (
        <div>
          <Button loading={erasures.isFetchingNextPage} onClick={() => void erasures.fetchNextPage()}>
            {t("more")}
          </Button>
        </div>
      ) : null}
    </SettingsSection>
  );
}

function ErasureRow({ erasure }: { erasure: ErasureView }) {
  const t = useTranslations("retention.erasures");
  const format = useFormatter();
  const save = useCertificate();
  const { contactId, requestedBy, requestedAt, finishedAt, conversations, messages } = erasure;
  return (
    <li className="flex min-h-14 items-center gap-3 py-2 pr-2 pl-3">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-2 text-sm">
          <span className="wrap-anywhere font-mono text-xs">{contactId}</span>
          <Badge tone={finishedAt ? "success" : "warning"}>{t(finishedAt ? "finished" : "underWay")}</Badge>
        </span>
        <span className="text-sm">{t("what", { conversations, messages })}</span>
        <span className="text-text-muted text-xs">
          {t("by", { name: requestedBy, at: format.dateTime(new Date(requestedAt), { dateStyle: "medium" }) })}
        </span>
      </div>
      <IconButton label={t("save")} disabled={!finishedAt} onClick={() => void save(erasure)}>
        <Download aria-hidden />
      </IconButton>
    </li>
  );
}

/** Saves the certificate as a text that can be handed on. */
function useCertificate() {
  const t = useTranslations("retention.erasures");
  const format = useFormatter();
  const { company } = useProfile();
  const moment = (at: Date | string) =>
    `${format.dateTime(new Date(at), { ...momentWithSeconds, timeZone: "UTC" })} UTC`;
  return async (erasure: ErasureView) => {
    const { saveFile } = await import("#components/tables/save-file.ts");
    const { id, contactId, requestedBy, requestedAt, finishedAt } = erasure;
    const lines = [
      t("certificate.title"),
      "",
      `${t("certificate.id")}: ${id}`,
      `${t("certificate.company")}: ${company.name}`,
      `${t("certificate.contact")}: ${contactId}`,
      `${t("certificate.requested")}: ${moment(requestedAt)}, ${requestedBy}`,
      `${t("certificate.finished")}: ${finishedAt ? moment(finishedAt) : ""}`,
      "",
      `${t("certificate.removed")}:`,
      ...counted.map((kind) => `- ${t(`certificate.${kind}`)}: ${format.number(erasure[kind])}`),
      "",
      t("certificate.statement"),
      t("certificate.left"),
      "",
    ];
    saveFile([lines.join("\n")], `erasure-${id}.txt`, "text/plain;charset=utf-8");
  };
}
