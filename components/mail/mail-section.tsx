"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { MailStatus } from "#server/mail/schema.ts";

/** Whether email is set up and how it goes, with a test to one's own address. */
export function MailSection() {
  const t = useTranslations("mail.settings");
  const status = useQuery(useTRPC().mail.status.queryOptions({}));
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      {status.isError && !status.data ? (
        <ErrorState onRetry={() => void status.refetch()} retrying={status.isFetching} />
      ) : null}
      {status.isPending ? <Skeleton className="h-5 w-full" /> : null}
      {status.data ? <Status status={status.data} onTested={() => void status.refetch()} /> : null}
    </SettingsSection>
  );
}

function Status({ status, onTested }: { status: MailStatus; onTested: () => void }) {
  const t = useTranslations("mail.settings");
  const { configured, from, waiting, failed, lastError } = status;
  const trouble = [
    waiting > 0 ? t("waiting", { count: waiting }) : "",
    failed > 0 ? t("failed", { count: failed }) : "",
  ];
  return (
    <div className="grid gap-3 text-sm">
      <p className="text-pretty">{configured ? t("on", { from }) : t("off")}</p>
      {trouble.some(Boolean) ? (
        <p className="text-pretty text-danger">
          {[...trouble, lastError ? t("lastError", { error: lastError }) : ""].filter(Boolean).join(" ")}
        </p>
      ) : null}
      {configured ? <TestButton onTested={onTested} /> : null}
    </div>
  );
}

function TestButton({ onTested }: { onTested: () => void }) {
  const t = useTranslations("mail.settings");
  const toast = useToast();
  const refusals = useRefusals();
  const test = useMutation(
    useTRPC().mail.test.mutationOptions({
      onSuccess: ({ outcome, to, error }) => {
        if (outcome === "sent") toast.success(t("testSent", { to }));
        else toast.error(t("testFailed", { error }));
        onTested();
      },
      onError: (error) => toast.error(refusals.sentence(error)),
    }),
  );
  return (
    <div>
      <Button icon={<Send aria-hidden />} loading={test.isPending} onClick={() => test.mutate({})}>
        {t("test")}
      </Button>
    </div>
  );
}
