"use client";

import { useQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { CircleAlert, CircleStop, Copy, Lock, Megaphone } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlanButton } from "#components/companies/plan-button.tsx";
import { useMay, usePlanLacks } from "#components/frame/profile.tsx";
import { failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { FormSkeleton } from "#components/templates/editor/form-skeleton.tsx";
import { Notice } from "#components/templates/template-notice.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import type { AppRouter } from "#server/trpc/router.ts";
import { CampaignFacts } from "./campaign-facts.tsx";
import { CampaignProgress } from "./campaign-progress.tsx";
import { useCampaignRefusal } from "./campaign-refusal.ts";
import { CampaignStatus } from "./campaign-status.tsx";
import { ExportCampaign } from "./export-campaign.tsx";
import { useMayCreate } from "./may-create.ts";
import { useReasonWords } from "./reason-words.ts";
import { RecipientTable } from "./recipient-table.tsx";

export type CampaignDetail = inferRouterOutputs<AppRouter>["campaigns"]["get"];

export function CampaignPage({ campaignId }: { campaignId: string }) {
  const t = useTranslations("campaigns");
  const trpc = useTRPC();
  const mayRead = useMay("websites_read");
  const detail = useQuery(trpc.campaigns.get.queryOptions({ campaignId }, { enabled: mayRead }));
  if (!mayRead) {
    return <EmptyState icon={<Lock />} title={t("forbidden")} description={t("forbiddenHint")} className="my-auto" />;
  }
  if (detail.error && failureOf(detail.error).code === "not_found") {
    return (
      <EmptyState
        icon={<Megaphone />}
        title={t("gone")}
        description={t("goneHint")}
        actions={
          <Button asChild>
            <Link href="/campaigns">{t("back")}</Link>
          </Button>
        }
        className="my-auto"
      />
    );
  }
  if (detail.data) return <Loaded detail={detail.data} />;
  if (detail.isPending) return <FormSkeleton />;
  return (
    <ErrorState
      description={failureOf(detail.error).message || undefined}
      onRetry={() => void detail.refetch()}
      className="my-auto"
    />
  );
}

function Loaded({ detail }: { detail: CampaignDetail }) {
  const t = useTranslations("campaigns");
  const words = useReasonWords();
  const mayWrite = useMay("websites_write");
  const mayCreate = useMayCreate();
  const lacking = usePlanLacks("campaigns");
  const { campaign } = detail;
  const [cancelling, setCancelling] = useState(false);
  const running = campaign.status === "SCHEDULED" || campaign.status === "SENDING";
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={campaign.name}
        back={{ href: "/campaigns", label: t("back") }}
        meta={<CampaignStatus status={campaign.status} />}
        actions={
          <>
            {mayWrite && running ? (
              <Button variant="danger-ghost" icon={<CircleStop aria-hidden />} onClick={() => setCancelling(true)}>
                {t("cancel.open")}
              </Button>
            ) : null}
            <ExportCampaign campaignId={campaign.id} />
            {mayCreate && lacking ? (
              <PlanButton feature="campaigns" icon={<Copy aria-hidden />}>
                {t("copy")}
              </PlanButton>
            ) : mayCreate ? (
              <Button asChild>
                <Link href={`/campaigns/new?from=${campaign.id}`}>
                  <Copy aria-hidden />
                  {t("copy")}
                </Link>
              </Button>
            ) : null}
          </>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto border-border border-t">
        <div className="grid max-w-300 gap-6 px-5 py-5 phone:px-4">
          {campaign.status === "STOPPED" ? (
            <Notice icon={CircleAlert} tone="danger" title={t("stopped")}>
              <p>{words(detail.stopCode, campaign.stopReason)}</p>
              <p>{t("stoppedHint")}</p>
            </Notice>
          ) : null}
          <CampaignProgress detail={detail} />
          <div className="grid grid-cols-2 gap-8 max-lg:grid-cols-1">
            <CampaignFacts detail={detail} />
            <Failures failures={detail.failures} />
          </div>
          <RecipientTable campaignId={campaign.id} />
        </div>
      </div>
      <CancelDialog campaignId={campaign.id} status={campaign.status} open={cancelling} onOpenChange={setCancelling} />
    </div>
  );
}

function Failures({ failures }: Pick<CampaignDetail, "failures">) {
  const t = useTranslations("campaigns.failures");
  const words = useReasonWords();
  return (
    <section aria-label={t("title")} className="grid content-start gap-2 text-sm">
      <h2 className="font-semibold text-base">{t("title")}</h2>
      {failures.length === 0 ? <p className="text-text-muted">{t("none")}</p> : null}
      <ul className="grid gap-1.5">
        {failures.map(({ code, reason, count }) => (
          <li key={code} className="flex gap-2">
            <span className="tabular min-w-8 text-right font-medium text-danger">{count}</span>
            <span className="wrap-anywhere min-w-0">
              {words(code, reason)}{" "}
              {/^\d+$/.test(code) ? <span className="text-text-muted text-xs">{t("code", { code })}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type CancelProps = { campaignId: string; status: string; open: boolean; onOpenChange: (open: boolean) => void };

function CancelDialog({ campaignId, status, open, onOpenChange }: CancelProps) {
  const t = useTranslations("campaigns.cancel");
  const client = useTRPCClient().campaigns;
  const { cache } = useLive();
  const refusal = useCampaignRefusal();
  const cancel = async () => {
    await client.cancel.mutate({ campaignId });
    cache.refresh(cache.of("campaigns"));
  };
  return (
    <ConfirmDialog
      danger
      open={open}
      onOpenChange={onOpenChange}
      title={t("title")}
      description={t(status === "SENDING" ? "sending" : "scheduled")}
      confirmLabel={t("confirm")}
      onConfirm={cancel}
      errorText={refusal}
    />
  );
}
