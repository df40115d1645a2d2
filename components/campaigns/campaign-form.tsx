"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Combobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { focusFirstFault } from "#components/forms/first-fault.ts";
import { Input } from "#components/forms/input.tsx";
import { useLeaveWarning } from "#components/forms/leaving/use-leave-warning.ts";
import { EditorSection } from "#components/templates/editor/editor-parts.tsx";
import { TemplatePreview } from "#components/templates/template-preview.tsx";
import { useLanguageWord } from "#components/templates/template-words.ts";
import { laterModule, useWhenThere } from "#components/ui/late/later.tsx";
import type { WhatsAppTemplate } from "#server/templates/schema.ts";
import { AudienceFields } from "./audience-fields.tsx";
import { type CampaignDraft, gapsOf, sourceOf } from "./campaign-draft.ts";
import { CampaignReview } from "./campaign-review.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";
import { TestSend } from "./test-send.tsx";
import { VariableFields } from "./variable-fields.tsx";

const reading = laterModule(() => import("#components/templates/editor/source-draft.ts"));

export type CampaignPart = { draft: CampaignDraft; onChange: (part: Partial<CampaignDraft>) => void };

type CampaignFormProps = CampaignPart & {
  templates: readonly WhatsAppTemplate[];
  /** This browser cannot store the draft: leaving loses it. */
  lost: boolean;
  onMade: () => void;
};

/** Template, audience, variables, time, then what would happen. */
export function CampaignForm({ draft, onChange, templates, lost, onMade }: CampaignFormProps) {
  const t = useTranslations("campaigns.form");
  const word = useLanguageWord();
  const [tried, setTried] = useState(false);
  const template = templates.find(({ id }) => String(id) === draft.templateId);
  const { partsOf } = useWhenThere(reading, template !== undefined) ?? {};
  const needsFile = ["IMAGE", "VIDEO", "DOCUMENT"].includes(template?.headerFormat ?? "");
  const slots = template?.variables ?? [];
  // A draft may name a template that is no longer approved.
  const gaps = gapsOf(template ? draft : { ...draft, templateId: "" }, needsFile, slots);
  const missing = (gap: (typeof gaps)[number]) => (tried && gaps.includes(gap) ? t(`missing.${gap}`) : undefined);
  useLeaveWarning(lost);
  const shown = slots.map((slot) => {
    const source = sourceOf(draft, slot);
    return [slot.key, (source.from === "text" && source.value) || slot.example];
  });
  return (
    <div className="grid max-w-300 grid-cols-[minmax(0,1fr)_22rem] gap-8 px-5 py-5 max-lg:grid-cols-1 phone:px-4">
      <div className="grid min-w-0 content-start gap-6">
        <EditorSection title={t("what")}>
          <Field label={t("name")} hint={t("nameHint")} required error={missing("name")}>
            <Input
              value={draft.name}
              maxLength={255}
              autoComplete="off"
              onChange={(event) => onChange({ name: event.target.value })}
            />
          </Field>
          <Field label={t("template")} hint={t("templateHint")} required error={missing("template")}>
            <Combobox
              label={t("template")}
              value={draft.templateId || undefined}
              onValueChange={(templateId) => {
                const next = templates.find(({ id }) => String(id) === templateId);
                if (next) onChange({ templateId, channelId: next.channelId, variables: {} });
              }}
              options={templates.map(({ id, elementName, language, text }) => ({
                value: String(id),
                label: `${elementName} · ${word(language)}`,
                keywords: [text.slice(0, 200)],
              }))}
            />
          </Field>
        </EditorSection>
        <AudienceFields draft={draft} onChange={onChange} error={missing("audience")} />
        {template && (slots.length > 0 || needsFile) ? (
          <VariableFields
            draft={draft}
            onChange={onChange}
            slots={slots}
            needsFile={needsFile}
            fileError={missing("media")}
            textError={missing("text")}
          />
        ) : null}
        <ScheduleFields draft={draft} onChange={onChange} error={missing("at")} />
        {template ? <TestSend draft={draft} slots={slots} /> : null}
        <CampaignReview
          draft={draft}
          template={template}
          gaps={gaps}
          onTry={() => {
            setTried(true);
            if (gaps.length > 0) focusFirstFault();
          }}
          onMade={onMade}
        />
      </div>
      {template && partsOf ? (
        <TemplatePreview
          components={partsOf(template)}
          values={Object.fromEntries(shown)}
          className="self-start lg:sticky lg:top-5"
        />
      ) : null}
    </div>
  );
}
