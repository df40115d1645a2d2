"use client";

import { Calculator, Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useProfile } from "#components/frame/profile.tsx";
import { useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { EditorSection } from "#components/templates/editor/editor-parts.tsx";
import { wordedMoment } from "#components/time/moments.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { WhatsAppTemplate } from "#server/templates/schema.ts";
import { audienceOf, type CampaignDraft, contentOf, type Gap } from "./campaign-draft.ts";
import { useCampaignRefusal } from "./campaign-refusal.ts";
import { type DryRun, DryRunResult } from "./dry-run-result.tsx";

type ReviewProps = {
  draft: CampaignDraft;
  template: WhatsAppTemplate | undefined;
  gaps: readonly Gap[];
  /** The reader tried to continue too early: the form shows what is missing. */
  onTry: () => void;
  onMade: () => void;
};

/** Counts who would get the message and who would not, states what will happen, then does it. */
export function CampaignReview({ draft, template, gaps, onTry, onMade }: ReviewProps) {
  const t = useTranslations("campaigns.review");
  const client = useTRPCClient().campaigns;
  const refusal = useCampaignRefusal();
  const [counted, setCounted] = useState<{ about: string; result: DryRun }>();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const [confirming, setConfirming] = useState(false);
  const audience = audienceOf(draft);
  const slots = template?.variables ?? [];
  const about = JSON.stringify([contentOf(draft, slots), audience]);
  // A count is about what was counted, not about what was changed since.
  const result = counted?.about === about ? counted.result : undefined;
  const count = async () => {
    onTry();
    if (!audience || gaps.some((gap) => gap === "template" || gap === "media" || gap === "text")) return;
    setPending(true);
    setError(undefined);
    try {
      setCounted({ about, result: await client.dryRun.mutate({ ...contentOf(draft, slots), audience }) });
    } catch (cause) {
      setError(refusal(cause));
    }
    setPending(false);
  };
  const start = () => {
    onTry();
    if (gaps.length === 0) setConfirming(true);
  };
  return (
    <EditorSection title={t("title")} hint={t("hint")}>
      <div>
        <Button icon={<Calculator aria-hidden />} loading={pending} onClick={() => void count()}>
          {t("count")}
        </Button>
      </div>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {error}
      </p>
      {result ? <DryRunResult result={result} /> : null}
      <div className="grid gap-2 border-border border-t pt-5">
        <div>
          <Button
            variant="primary"
            icon={<Send aria-hidden />}
            disabled={!result || result.sendable === 0}
            onClick={start}
          >
            {t(draft.when === "now" ? "sendNow" : "schedule")}
          </Button>
        </div>
        {result ? null : <p className="text-text-muted text-xs">{t("countFirst")}</p>}
      </div>
      {result && template ? (
        <StartDialog
          draft={draft}
          template={template}
          result={result}
          open={confirming}
          onOpenChange={setConfirming}
          onMade={onMade}
        />
      ) : null}
    </EditorSection>
  );
}

type StartProps = {
  draft: CampaignDraft;
  template: WhatsAppTemplate;
  result: DryRun;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onMade: () => void;
};

function StartDialog({ draft, template, result, open, onOpenChange, onMade }: StartProps) {
  const t = useTranslations("campaigns.confirm");
  const format = useFormatter();
  const router = useRouter();
  const client = useTRPCClient().campaigns;
  const { cache } = useLive();
  const toast = useToast();
  const refusal = useCampaignRefusal();
  const { timeZone } = useProfile().company;
  const later = draft.when === "later";
  const wall = () => draft.at && format.dateTime(new Date(`${draft.at}Z`), { ...wordedMoment, timeZone: "UTC" });
  const minutes = Math.max(1, Math.ceil(result.sendable / draft.sendRate));
  const create = async () => {
    const audience = audienceOf(draft);
    if (!audience) return;
    const { id } = await client.create.mutate({
      ...contentOf(draft, template.variables),
      campaignId: result.campaignId,
      audience,
      name: draft.name.trim(),
      sendRate: draft.sendRate,
      ...(later ? { scheduledAt: draft.at } : {}),
    });
    onMade();
    cache.refresh(cache.of("campaigns.list"));
    toast.success(t(later ? "scheduled" : "started"));
    router.push(`/campaigns/${id}`);
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("title", { count: result.sendable })}
      description={
        <span className="wrap-anywhere grid gap-2">
          <span>{t("what", { count: result.sendable, template: template.elementName })}</span>
          <span>
            {later ? t("later", { at: wall(), zone: timeZone.replaceAll("_", " ") }) : t("now")}{" "}
            {t("duration", { count: minutes })}
          </span>
          {result.total > result.sendable ? (
            <span>{t("excluded", { count: result.total - result.sendable })}</span>
          ) : null}
          {later ? <span>{t("frozen")}</span> : null}
          <span>{t("cost")}</span>
        </span>
      }
      confirmLabel={t(later ? "confirmLater" : "confirmNow", { count: result.sendable })}
      onConfirm={create}
      errorText={refusal}
    />
  );
}
