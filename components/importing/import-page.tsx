"use client";

import { Lock } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
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
              onBegun={(id) => router.replace(`/contacts/import?job=${id}`)}
            />
          ) : (
            <PickFile onPicked={setFile} />
          )}
        </div>
      </div>
    </div>
  );
}
