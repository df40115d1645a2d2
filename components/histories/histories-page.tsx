"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderInput, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { HistoryList } from "./history-list.tsx";

const loading = () => <Skeleton className="h-72 rounded-lg" />;
const HistoryForm = dynamic(() => untilLoaded(() => import("./history-form.tsx")).then((all) => all.HistoryForm), {
  loading,
});
const HistoryProgress = dynamic(
  () => untilLoaded(() => import("./history-progress.tsx")).then((all) => all.HistoryProgress),
  { loading },
);

const home = "/settings/imports";

/** Histories of other systems: those that came or are coming, one of them in whole, or a new one. */
export function HistoriesPage() {
  const t = useTranslations("histories");
  const router = useRouter();
  const jobId = useSearchParams().get("job");
  const [adding, setAdding] = useState(false);
  const open = (id: string) => {
    setAdding(false);
    router.push(`${home}?job=${id}`);
  };
  const inside = adding || jobId !== null;
  return (
    <SettingsPage
      title={inside ? t(adding ? "new" : "one") : t("title")}
      description={inside ? undefined : t("description")}
      permissions={["admin"]}
      {...(jobId && !adding ? { back: { href: home, label: t("all") } } : {})}
    >
      <div className="grid gap-5 px-5 py-4 phone:px-4">
        {adding ? (
          <HistoryForm onBegun={open} onClose={() => setAdding(false)} />
        ) : jobId ? (
          <HistoryProgress key={jobId} jobId={jobId} onOpen={open} />
        ) : (
          <Overview onAdd={() => setAdding(true)} onOpen={open} />
        )}
      </div>
    </SettingsPage>
  );
}

function Overview({ onAdd, onOpen }: { onAdd: () => void; onOpen: (id: string) => void }) {
  const t = useTranslations("histories");
  const trpc = useTRPC();
  const enabled = useMay("admin");
  const all = useQuery(trpc.imports.histories.queryOptions({}, { enabled }));
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAdd}>
      {t("add")}
    </Button>
  );
  if (all.isError && !all.data) return <ErrorState onRetry={() => void all.refetch()} retrying={all.isFetching} />;
  if (!all.data) return <Skeleton className="h-40 rounded-lg" />;
  if (all.data.length === 0)
    return <EmptyState icon={<FolderInput />} title={t("none")} description={t("noneHint")} actions={add} />;
  return (
    <>
      <div>{add}</div>
      <HistoryList histories={all.data} onOpen={onOpen} />
    </>
  );
}
