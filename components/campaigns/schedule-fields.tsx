"use client";

import { useTranslations } from "next-intl";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { Select } from "#components/forms/select.tsx";
import { useProfile } from "#components/frame/profile.tsx";
import { EditorSection } from "#components/templates/editor/editor-parts.tsx";
import type { CampaignPart } from "./campaign-form.tsx";

const rates = [10, 60, 300, 600, 1200, 2400, 4800];

export function ScheduleFields({ draft, onChange, error }: CampaignPart & { error: string | undefined }) {
  const t = useTranslations("campaigns.schedule");
  const { timeZone } = useProfile().company;
  const offered = [...new Set([...rates, draft.sendRate])].sort((a, b) => a - b);
  return (
    <EditorSection title={t("title")}>
      <RadioGroup
        aria-label={t("title")}
        value={draft.when}
        onValueChange={(when) => onChange({ when })}
        options={[
          { value: "now", label: t("now") },
          { value: "later", label: t("later") },
        ]}
      />
      {draft.when === "later" ? (
        <Field label={t("at")} required error={error} hint={t("zone", { zone: timeZone.replaceAll("_", " ") })}>
          <Input
            type="datetime-local"
            value={draft.at}
            className="max-w-60 phone:max-w-none"
            onChange={(event) => onChange({ at: event.target.value })}
          />
        </Field>
      ) : null}
      <Field label={t("rate")} hint={t("rateHint")}>
        <Select
          value={String(draft.sendRate)}
          onValueChange={(rate) => onChange({ sendRate: Number(rate) })}
          options={offered.map((count) => ({ value: String(count), label: t("perMinute", { count }) }))}
          className="max-w-60 phone:max-w-none"
        />
      </Field>
    </EditorSection>
  );
}
