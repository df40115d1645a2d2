"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
import { saveFile } from "#components/tables/save-file.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ContactImportView } from "#server/imports/schema.ts";
import { Counts } from "./counts.tsx";

/** How far an import is, live; when it has ended, a file that says what became of each row. */
export function ImportProgress({ jobId, onAgain }: { jobId: string; onAgain: () => void }) {
  const t = useTranslations("importing");
  const trpc = useTRPC();
  const job = useQuery(trpc.imports.read.queryOptions({ jobId }));
  if (job.isPending) return <Skeleton className="h-40" />;
  if (!job.data) {
    const gone = failureOf(job.error).code === "not_found";
    return (
      <Elsewhere jobId={jobId} on={gone}>
        <div className="grid justify-items-center gap-2">
          <ErrorState
            description={gone ? t("goneJob") : failureOf(job.error).message || undefined}
            onRetry={() => void job.refetch()}
          />
          <Button onClick={onAgain}>{t("another")}</Button>
        </div>
      </Elsewhere>
    );
  }
  return <Shown job={job.data} onAgain={onAgain} />;
}

/** The bell leads here for every import: that of another system has a page of its own. */
function Elsewhere({ jobId, on, children }: { jobId: string; on: boolean; children: ReactNode }) {
  const trpc = useTRPC();
  const router = useRouter();
  const enabled = useMay("admin") && on;
  const history = useQuery(trpc.imports.readHistory.queryOptions({ jobId }, { enabled, retry: false }));
  const found = history.data !== undefined;
  useEffect(() => {
    if (found) router.replace(`/settings/imports?job=${jobId}`);
  }, [found, jobId, router]);
  return found || (enabled && history.isPending) ? <Skeleton className="h-40" /> : children;
}

function Shown({ job, onAgain }: { job: ContactImportView; onAgain: () => void }) {
  const t = useTranslations("importing");
  const ended = job.status === "done" || job.status === "cancelled";
  const done = job.total - job.waiting - job.cancelled;
  const share = Math.round((done / Math.max(1, job.total)) * 100);
  return (
    <section aria-label={t("progress")} className="grid gap-4">
      <div className="grid gap-2">
        <h2 className="font-semibold">
          <bdi>{job.fileName || t("file")}</bdi>
        </h2>
        <p role="status" className="text-sm">
          {t(`status.${job.status}`, { done, total: job.total })}
        </p>
        <div
          role="progressbar"
          aria-label={t("progress")}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share}
          className="h-2 overflow-hidden rounded-full bg-text/8"
        >
          <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${share}%` }} />
        </div>
      </div>
      <Counts counts={job} />
      <div className="flex flex-wrap items-center gap-2">
        {ended ? <Outcomes job={job} /> : <Cancel jobId={job.id} />}
        {ended ? <Button onClick={onAgain}>{t("another")}</Button> : null}
        {ended ? (
          <Button asChild variant="primary">
            <Link href="/contacts">{t("toContacts")}</Link>
          </Button>
        ) : (
          <span className="text-sm text-text-muted">{t("leave")}</span>
        )}
      </div>
    </section>
  );
}

function Outcomes({ job }: { job: ContactImportView }) {
  const t = useTranslations("importing");
  const client = useTRPCClient().imports;
  const toast = useToast();
  const [busy, setBusy] = useState<"all" | "failed">();
  const save = async (which: "all" | "failed") => {
    setBusy(which);
    try {
      const only = which === "failed" ? { outcome: "failed" as const } : {};
      const { csv } = await client.outcomeText.mutate({ jobId: job.id, ...only });
      saveFile([csv], `import-${which}-${job.id}.csv`);
    } catch (error) {
      toast.error(failureOf(error).message || t("notSaved"));
    }
    setBusy(undefined);
  };
  const icon = <Download aria-hidden />;
  return (
    <>
      <Button icon={icon} loading={busy === "all"} onClick={() => void save("all")}>
        {t("outcomes")}
      </Button>
      {job.failed > 0 ? (
        <Button icon={icon} loading={busy === "failed"} onClick={() => void save("failed")}>
          {t("failedRows")}
        </Button>
      ) : null}
    </>
  );
}

function Cancel({ jobId }: { jobId: string }) {
  const t = useTranslations("importing");
  const client = useTRPCClient().actions;
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await client.cancel.mutate({ jobId });
    } catch (error) {
      toast.error(failureOf(error).message || t("notCancelled"));
    }
    setBusy(false);
  };
  return (
    <Button loading={busy} onClick={() => void cancel()}>
      {t("cancel")}
    </Button>
  );
}
