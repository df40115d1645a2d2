"use client";

import { useQuery } from "@tanstack/react-query";
import { Lock, Megaphone } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTRPC } from "#components/live/api.ts";
import { DiscardDraft } from "#components/templates/editor/discard-draft.tsx";
import { FormSkeleton } from "#components/templates/editor/form-skeleton.tsx";
import { KeptLabel } from "#components/templates/editor/kept-label.tsx";
import { useDraft } from "#components/templates/editor/use-draft.ts";
import { NoNumber } from "#components/templates/no-number.tsx";
import { useWhatsappChannels } from "#components/templates/whatsapp-channels.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { unturned } from "#i18n/isolating.ts";
import type { WhatsAppTemplate } from "#server/templates/schema.ts";
import { type CampaignDraft, emptyCampaign } from "./campaign-draft.ts";
import { CampaignForm } from "./campaign-form.tsx";
import { copied } from "./copied-campaign.ts";
import { useMayCreate } from "./may-create.ts";

/** Only where a draft was left. */
const draftSchema = async () => (await import("./campaign-draft-schema.ts")).campaignDraftSchema;

/** A new campaign; `?from=` begins it as a copy, `?template=7` with a template. */
export function NewCampaignPage() {
  const t = useTranslations("campaigns");
  const trpc = useTRPC();
  const params = useSearchParams();
  const mayCreate = useMayCreate();
  const from = params.get("from") ?? "";
  const numbers = useWhatsappChannels();
  const approved = useQuery(trpc.templates.list.queryOptions({ status: "APPROVED" }, { enabled: mayCreate }));
  const copy = useQuery(
    trpc.campaigns.copy.queryOptions({ campaignId: from }, { enabled: mayCreate && from !== "", retry: false }),
  );
  if (!mayCreate) {
    return <EmptyState icon={<Lock />} title={t("notYours")} description={t("notYoursHint")} className="my-auto" />;
  }
  if (numbers.query.data && numbers.capable.length === 0) {
    return (
      <>
        <PageHeader title={t("new")} back={{ href: "/campaigns", label: t("back") }} />
        <NoNumber what="campaigns" />
      </>
    );
  }
  if (!approved.data || !numbers.query.data || (from !== "" && copy.isPending)) return <FormSkeleton />;
  const templates = approved.data.result;
  const chosen = templates.find(({ id }) => String(id) === (copy.data?.templateId ?? params.get("template")));
  const start: CampaignDraft = {
    ...emptyCampaign,
    ...(copy.data ? copied(copy.data, unturned(t("copyName", { name: copy.data.name }))) : {}),
    templateId: chosen ? String(chosen.id) : "",
    channelId: chosen?.channelId ?? "",
  };
  const about = ["new", from, params.get("template")].filter(Boolean).join(":");
  return <Started key={about} about={about} start={start} templates={templates} />;
}

type StartedProps = { about: string; start: CampaignDraft; templates: readonly WhatsAppTemplate[] };

function Started({ about, start, templates }: StartedProps) {
  const t = useTranslations("campaigns");
  const { draft, dirty, kept, change, discard } = useDraft("campaign", about, draftSchema, start);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t("new")}
        back={{ href: "/campaigns", label: t("back") }}
        meta={dirty ? <KeptLabel kept={kept} /> : null}
        actions={dirty ? <DiscardDraft discard={discard} /> : null}
      />
      <div className="min-h-0 flex-1 overflow-y-auto border-border border-t">
        {templates.length === 0 ? (
          <EmptyState
            icon={<Megaphone />}
            title={t("noTemplate")}
            description={t("noTemplateHint")}
            actions={
              <Button asChild variant="primary">
                <Link href="/templates">{t("toTemplates")}</Link>
              </Button>
            }
          />
        ) : (
          <CampaignForm
            draft={draft}
            onChange={change}
            templates={templates}
            lost={dirty && kept === "lost"}
            onMade={discard}
          />
        )}
      </div>
    </div>
  );
}
