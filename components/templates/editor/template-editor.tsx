"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useLeaveWarning } from "#components/forms/leaving/use-leave-warning.ts";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { WhatsAppTemplate } from "#server/templates/schema.ts";
import { TemplateFacts } from "../template-facts.tsx";
import { TemplateMenu } from "../template-menu.tsx";
import { TemplateNotice } from "../template-notice.tsx";
import { TemplateStatus } from "../template-status.tsx";
import { TemplateUsage } from "../template-usage.tsx";
import { closedBy } from "../template-words.ts";
import { DiscardDraft } from "./discard-draft.tsx";
import { CategoryField } from "./identity-fields.tsx";
import { KeptLabel } from "./kept-label.tsx";
import { sourceDraft } from "./source-draft.ts";
import { templateDraftSchema } from "./stored-draft.ts";
import { componentsOf } from "./template-draft.ts";
import { DraftPreview, WordingFields } from "./template-form.tsx";
import { useDraft } from "./use-draft.ts";
import { useSubmission } from "./use-submission.ts";

export function TemplateEditor({ template }: { template: WhatsAppTemplate }) {
  const t = useTranslations("templates");
  const toast = useToast();
  const client = useTRPCClient().templates;
  const { cache } = useLive();
  const mayWrite = useMay("websites_write");
  const base = sourceDraft(template);
  const { draft, dirty, kept, change, discard } = useDraft("template", String(template.id), templateDraftSchema, base);
  useLeaveWarning(dirty && kept === "lost");
  const approved = template.status === "APPROVED";
  const closed = !mayWrite || closedBy(template) !== undefined;
  const { tried, pending, submit, refusal, faults, wrong } = useSubmission(draft, true, async () => {
    const category = approved ? {} : { category: draft.category };
    await client.edit.mutate({ templateId: template.id, components: componentsOf(draft), ...category });
    discard();
    cache.refresh(cache.of("templates"));
    toast.success(t("submitted"), { description: t("submittedHint") });
  });
  const part = { draft, onChange: change, faults, tried, disabled: closed };
  // What was refused may be sent again as it is: the platform changes its mind.
  const sendable = !closed && (dirty || template.status === "REJECTED");
  const send = sendable ? (
    <Button variant="primary" icon={<Send aria-hidden />} loading={pending} onClick={() => void submit()}>
      {t("resubmit")}
    </Button>
  ) : null;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={template.elementName}
        back={{ href: "/templates", label: t("back") }}
        meta={
          <>
            <TemplateStatus template={template} />
            {dirty ? <KeptLabel kept={kept} /> : null}
          </>
        }
        actions={
          <>
            {dirty && !closed ? <DiscardDraft discard={discard} /> : null}
            {send}
            <TemplateMenu template={template} />
          </>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto border-border border-t">
        <div className="grid max-w-300 grid-cols-[minmax(0,1fr)_22rem] gap-8 px-5 py-5 max-lg:grid-cols-1 phone:px-4">
          <div className="grid min-w-0 content-start gap-6">
            <TemplateNotice template={template} />
            {approved || closed ? null : <CategoryField draft={draft} onChange={change} disabled={closed} />}
            <WordingFields {...part} />
            <p role="alert" className="text-danger text-sm empty:hidden">
              {refusal.sentence ?? (wrong ? t("refused.faults") : "")}
            </p>
            {send ? <div>{send}</div> : null}
          </div>
          <div className="grid content-start gap-6">
            <DraftPreview draft={draft} />
            <TemplateFacts template={template} />
            <TemplateUsage templateId={template.id} />
          </div>
        </div>
      </div>
    </div>
  );
}
