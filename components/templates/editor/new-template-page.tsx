"use client";

import { useQuery } from "@tanstack/react-query";
import { Lock, Send } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useLeaveWarning } from "#components/forms/leaving/use-leave-warning.ts";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { laterModule, useWhenThere } from "#components/ui/late/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { templateLanguages } from "#server/templates/choices.ts";
import { NoNumber } from "../no-number.tsx";
import { useWhatsappChannels } from "../whatsapp-channels.ts";
import { DiscardDraft } from "./discard-draft.tsx";
import { FormSkeleton } from "./form-skeleton.tsx";
import { IdentityFields } from "./identity-fields.tsx";
import { KeptLabel } from "./kept-label.tsx";
import { templateDraftSchema } from "./stored-draft.ts";
import { componentsOf, emptyDraft, type TemplateDraft } from "./template-draft.ts";
import { DraftPreview, WordingFields } from "./template-form.tsx";
import { useDraft } from "./use-draft.ts";
import { useSubmission } from "./use-submission.ts";

/* Only a copy needs it. */
const reading = laterModule(() => import("./source-draft.ts"));

/** The language of templates that a reader of each interface language most likely writes. */
const ownLanguage = { en: "en_US", es: "es", pt: "pt_BR" } as const;

/** A new template; `?from=7&language=pt_BR` begins it as another language of one that exists. */
export function NewTemplatePage() {
  const t = useTranslations("templates");
  const trpc = useTRPC();
  const params = useSearchParams();
  const locale = useLocale();
  const mayWrite = useMay("websites_write");
  const numbers = useWhatsappChannels();
  const from = params.get("from") ?? "";
  const wanted = params.get("language") ?? "";
  const language = templateLanguages.includes(wanted) ? wanted : ownLanguage[locale];
  const source = useQuery(
    trpc.templates.get.queryOptions({ templateId: from }, { enabled: from !== "", retry: false }),
  );
  const { sourceDraft } = useWhenThere(reading, from !== "") ?? {};
  const number = numbers.connected[0] ?? numbers.capable[0];
  if (!mayWrite) {
    return <EmptyState icon={<Lock />} title={t("forbidden")} description={t("forbiddenHint")} className="my-auto" />;
  }
  if (numbers.query.data && !number) {
    return (
      <>
        <PageHeader title={t("new")} back={{ href: "/templates", label: t("back") }} />
        <NoNumber what="templates" />
      </>
    );
  }
  if (!number || (from !== "" && (source.isPending || !sourceDraft))) return <FormSkeleton />;
  const base = { ...emptyDraft, language, channelId: number.id };
  const about = source.data ? `new:${from}:${language}` : "new";
  const start = source.data && sourceDraft ? sourceDraft(source.data, language) : base;
  return <Loaded key={about} about={about} base={start} channels={numbers.capable} />;
}

type Channel = { id: string; label: string; sandbox: boolean };

function Loaded({ about, base, channels }: { about: string; base: TemplateDraft; channels: readonly Channel[] }) {
  const t = useTranslations("templates");
  const router = useRouter();
  const toast = useToast();
  const client = useTRPCClient().templates;
  const { cache } = useLive();
  const { draft, dirty, kept, change, discard } = useDraft("template", about, templateDraftSchema, base);
  useLeaveWarning(dirty && kept === "lost");
  const { channelId, name, language, category } = draft;
  const { tried, pending, submit, refusal, faults, wrong } = useSubmission(draft, name !== "", async () => {
    const components = componentsOf(draft);
    const { id } = await client.create.mutate({ channelId, name, language, category, components });
    discard();
    cache.refresh(cache.of("templates"));
    toast.success(t("submitted"), { description: t("submittedHint") });
    router.push(`/templates/${id}`);
  });
  const part = { draft, onChange: change, faults, tried, disabled: false };
  const send = (
    <Button variant="primary" icon={<Send aria-hidden />} loading={pending} onClick={() => void submit()}>
      {t("submit")}
    </Button>
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t("new")}
        back={{ href: "/templates", label: t("back") }}
        meta={<KeptLabel kept={kept} />}
        actions={
          <>
            {dirty ? <DiscardDraft discard={discard} /> : null}
            {send}
          </>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto border-border border-t">
        <div className="grid max-w-300 grid-cols-[minmax(0,1fr)_22rem] gap-8 px-5 py-5 max-lg:grid-cols-1 phone:px-4">
          <div className="grid min-w-0 content-start gap-6">
            <IdentityFields
              {...part}
              channels={channels}
              refusedName={refusal.exists ? t("refused.exists") : undefined}
            />
            <WordingFields {...part} />
            <div className="grid gap-2 border-border border-t pt-5">
              <p role="alert" className="text-danger text-sm empty:hidden">
                {refusal.sentence ?? (wrong ? t("refused.faults") : "")}
              </p>
              <p className="max-w-160 text-sm text-text-muted">{t("submitHint")}</p>
              <div>{send}</div>
            </div>
          </div>
          <DraftPreview draft={draft} className="self-start lg:sticky lg:top-5" />
        </div>
      </div>
    </div>
  );
}
