"use client";

import { useTranslations } from "next-intl";
import { Combobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { Select } from "#components/forms/select.tsx";
import { templateCategories, templateLanguages } from "#server/templates/choices.ts";
import { useLanguageWord } from "../template-words.ts";
import { EditorSection, type PartProps } from "./editor-parts.tsx";
import { RuleHint } from "./fault-words.tsx";
import { nameFrom } from "./template-draft.ts";

type IdentityProps = PartProps & {
  channels: readonly { id: string; label: string; sandbox: boolean }[];
  /** Why the service refused the name. */
  refusedName: string | undefined;
};

/** What a template is called, in which language, on which number and what for; fixed once it exists. */
export function IdentityFields({ draft, onChange, tried, disabled, channels, refusedName }: IdentityProps) {
  const t = useTranslations("templates.fields");
  const word = useLanguageWord();
  const missing = tried && draft.name === "" ? t("nameMissing") : undefined;
  return (
    <EditorSection title={t("identity")}>
      {channels.length > 1 ? (
        <Field label={t("channel")}>
          <Select
            value={draft.channelId}
            disabled={disabled}
            onValueChange={(channelId) => onChange({ channelId })}
            options={channels.map(({ id, label }) => ({ value: id, label }))}
          />
        </Field>
      ) : null}
      <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
        <Field
          label={t("name")}
          required
          error={refusedName ?? missing}
          hint={<RuleHint rule={t("nameHint")} count={draft.name.length} most={512} />}
        >
          <Input
            value={draft.name}
            disabled={disabled}
            maxLength={512}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={t("namePlaceholder")}
            onChange={(event) => onChange({ name: nameFrom(event.target.value) })}
          />
        </Field>
        <Field label={t("language")} required hint={t("languageHint")}>
          <Combobox
            label={t("language")}
            searchLabel={t("languageSearch")}
            value={draft.language}
            disabled={disabled}
            onValueChange={(language) => onChange({ language })}
            options={templateLanguages.map((code) => ({
              value: code,
              label: word(code),
              hint: code,
              keywords: [code],
            }))}
          />
        </Field>
      </div>
      <CategoryField draft={draft} onChange={onChange} disabled={disabled} />
    </EditorSection>
  );
}

export function CategoryField({ draft, onChange, disabled }: Pick<PartProps, "draft" | "onChange" | "disabled">) {
  const t = useTranslations("templates");
  return (
    <Field label={t("fields.category")}>
      <RadioGroup
        cards
        disabled={disabled}
        value={draft.category}
        onValueChange={(category) => onChange({ category })}
        options={templateCategories.map((value) => ({ value, label: t(value), hint: t(`categoryHints.${value}`) }))}
        className="grid-cols-3 max-md:grid-cols-1"
      />
    </Field>
  );
}
