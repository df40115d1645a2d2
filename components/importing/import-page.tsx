"use client";

import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { focusReturn, untilThere } from "#components/ui/late/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { useStoredState } from "#components/ui/stored-state.ts";
import { ImportProgress } from "./import-progress.tsx";
import { type ChosenFile, PickFile } from "./pick-file.tsx";
import { PlanImport } from "./plan-import.tsx";

/** A file of contacts: chosen, its columns understood, tried, then brought in while one watches or does something else. */
export function ImportPage() {
  const t = useTranslations("importing");
  const router = useRouter();
  const jobId = useSearchParams().get("job");
  const mayWrite = useMay("clients_write");
  const mayUpload = useMay("chat_talk");
  const [file, setFile] = useState<ChosenFile>();
  const [last, setLast] = useStoredState("parley:last-import", "", (text) => text);
  useFocusOnStep(jobId ?? file?.uploadId ?? "");
  const again = () => {
    setFile(undefined);
    router.replace("/contacts/import");
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t("title")}
        back={{ href: "/contacts", label: t("back") }}
        className="border-border border-b"
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="grid max-w-250 gap-6 px-5 py-5 phone:px-4">
          {!(mayWrite && mayUpload) ? (
            <EmptyState icon={<Lock />} title={t("forbidden")} description={t("forbiddenHint")} />
          ) : jobId ? (
            <ImportProgress key={jobId} jobId={jobId} onAgain={again} />
          ) : file ? (
            <PlanImport
              file={file}
              onOther={() => setFile(undefined)}
              onBegun={(id) => {
                setLast(id);
                router.replace(`/contacts/import?job=${id}`);
              }}
            />
          ) : (
            <>
              {last ? <Running jobId={last} /> : null}
              <PickFile onPicked={setFile} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

/** The button that led to the next step is gone with its step: the focus begins at the page's head. */
function useFocusOnStep(step: string): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    void untilThere(focusReturn).then(({ giveFocusBack }) => giveFocusBack([]));
  }, [step]);
}

/** The way back to the import that was begun here last, while it runs. */
function Running({ jobId }: { jobId: string }) {
  const t = useTranslations("importing");
  const { data } = useQuery(useTRPC().imports.read.queryOptions({ jobId }, { retry: false }));
  if (data?.status !== "queued" && data?.status !== "running") return null;
  const { status, total, waiting, fileName } = data;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-text/4 px-3 py-2 text-sm">
      <bdi className="font-medium">{fileName || t("file")}</bdi>
      <span className="text-text-muted">{t(`status.${status}`, { done: total - waiting, total })}</span>
      <Link href={`/contacts/import?job=${jobId}`} className="text-accent underline underline-offset-4">
        {t("watch")}
      </Link>
    </p>
  );
}
