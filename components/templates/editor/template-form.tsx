"use client";

import { useTranslations } from "next-intl";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { slotsOf } from "#server/templates/rules.ts";
import { TemplatePreview } from "../template-preview.tsx";
import { BodyFields } from "./body-fields.tsx";
import { ButtonFields } from "./button-fields.tsx";
import { EditorSection, type PartProps } from "./editor-parts.tsx";
import { RuleHint, useFaultWords } from "./fault-words.tsx";
import { HeaderFields } from "./header-fields.tsx";
import { PasswordFields } from "./password-fields.tsx";
import { shownComponents, type TemplateDraft } from "./template-draft.ts";

/** The wording of a template, part by part. */
export function WordingFields(props: PartProps) {
  if (props.draft.category === "AUTHENTICATION") return <PasswordFields {...props} />;
  return (
    <>
      <HeaderFields {...props} />
      <BodyFields {...props} />
      <FooterFields {...props} />
      <ButtonFields {...props} />
    </>
  );
}

function FooterFields({ draft, onChange, faults, tried, disabled }: PartProps) {
  const t = useTranslations("templates.fields");
  const { error } = useFaultWords(faults, tried)("footer");
  return (
    <EditorSection title={t("footer")}>
      <Field
        label={t("footerText")}
        optional
        error={error}
        hint={<RuleHint rule={t("footerRule")} count={draft.footer.length} most={60} />}
      >
        <Input
          value={draft.footer}
          disabled={disabled}
          maxLength={200}
          autoComplete="off"
          placeholder={t("footerPlaceholder")}
          onChange={(event) => onChange({ footer: event.target.value })}
        />
      </Field>
    </EditorSection>
  );
}

/** The draft as a recipient would see it, with the sample values in place. */
export function DraftPreview({ draft, className }: { draft: TemplateDraft; className?: string }) {
  const components = shownComponents(draft);
  const values = Object.fromEntries(slotsOf(components).map(({ key, example }) => [key, example]));
  return <TemplatePreview components={components} values={values} {...(className ? { className } : {})} />;
}
