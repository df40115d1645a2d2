"use client";

import { useTranslations } from "next-intl";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { TextList } from "#components/flows/step/text-list.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { Select } from "#components/forms/select.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { WordsField } from "#components/forms/words-field.tsx";
import { languages } from "#server/chatbots/choices.ts";
import { NumberField } from "./number-field.tsx";
import type { ChangeSettings, SettingsDraft, SpecialName } from "./settings-draft.ts";

export type SettingsPartProps = {
  draft: SettingsDraft;
  change: ChangeSettings;
  /** By the key of the draft. */
  faults: Readonly<Record<string, string>>;
};

export function SettingsAbout({ draft, change, faults }: SettingsPartProps) {
  const t = useTranslations("chatbot-settings.about");
  return (
    <SettingsSection title={t("heading")} description={t("hint")}>
      <Field label={t("title")} hint={t("titleHint")} error={faults.title} required>
        <Input value={draft.title} maxLength={255} onChange={(event) => change({ title: event.target.value })} />
      </Field>
      <Field label={t("name")} hint={t("nameHint")} error={faults.chatbotName} required>
        <Input
          value={draft.chatbotName}
          maxLength={255}
          onChange={(event) => change({ chatbotName: event.target.value })}
        />
      </Field>
      <Field label={t("language")} hint={t("languageHint")}>
        <Select
          value={draft.lang}
          onValueChange={(lang) => change({ lang })}
          options={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
        />
      </Field>
      <Field label={t("several")} hint={t("severalHint")}>
        <RadioGroup
          value={draft.chained_messages ? "all" : "one"}
          onValueChange={(next) => change({ chained_messages: next === "all" })}
          options={(["all", "one"] as const).map((value) => ({
            value,
            label: t(`order.${value}`),
            hint: t(`orderHints.${value}`),
          }))}
        />
      </Field>
      <div className="grid gap-1.5">
        <p className="font-medium text-sm">{t("tags")}</p>
        <WordsField
          label={t("tags")}
          placeholder={t("tagsExample")}
          words={draft.tags}
          disabled={false}
          onChange={(tags) => change({ tags: tags.slice(0, 50).map((tag) => tag.slice(0, 50)) })}
        />
        <p className="text-text-muted text-xs">{t("tagsHint")}</p>
      </div>
    </SettingsSection>
  );
}

type SpecialProps = Omit<SettingsPartProps, "faults"> & { name: SpecialName };

function SpecialTexts({ draft, change, name }: SpecialProps) {
  const t = useTranslations("chatbot-settings.special");
  return (
    <TextList
      label={t(`${name}.label`)}
      hint={t(`${name}.hint`)}
      texts={draft.special_messages[name]}
      onChange={(texts) => change({ special_messages: { ...draft.special_messages, [name]: texts } })}
      field={name}
      addLabel={t("add")}
      disabled={false}
    />
  );
}

/** What is said when a person is needed, and when nothing is left to ask. */
export function SettingsTransfer({ draft, change }: SettingsPartProps) {
  const t = useTranslations("chatbot-settings.transfer");
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      <SpecialTexts draft={draft} change={change} name="finding_operator_start" />
      <SpecialTexts draft={draft} change={change} name="finding_operator_timeout" />
      <Field label={t("shutUp")} hint={t("shutUpHint")}>
        <Textarea
          autoGrow
          rows={2}
          dir="auto"
          maxLength={4096}
          value={draft.shut_up_message}
          className="max-h-60"
          onChange={(event) => change({ shut_up_message: event.target.value })}
        />
      </Field>
    </SettingsSection>
  );
}

/** What happens to a visitor who stops writing. */
export function SettingsSilence({ draft, change, faults }: SettingsPartProps) {
  const t = useTranslations("chatbot-settings.silence");
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      <NumberField
        label={t("nudge")}
        hint={t("nudgeHint")}
        unit={t("seconds")}
        max={604_800}
        value={draft.are_you_there}
        error={faults.send_after}
        onChange={(next) => change({ are_you_there: next })}
      />
      <SpecialTexts draft={draft} change={change} name="are_you_there" />
      <NumberField
        label={t("close")}
        hint={t("closeHint")}
        unit={t("minutes")}
        max={525_600}
        value={draft.close_conversation_after}
        error={faults.close_conversation_after}
        onChange={(next) => change({ close_conversation_after: next })}
      />
      <SpecialTexts draft={draft} change={change} name="restart_conversation" />
    </SettingsSection>
  );
}
