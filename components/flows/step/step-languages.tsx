"use client";

import { useTranslations } from "next-intl";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { type Language, languages } from "#server/chatbots/choices.ts";
import type { QuestionNode } from "#server/chatbots/schema.ts";
import { useEditing } from "../editor-context.tsx";
import { PanelSection } from "./panel-section.tsx";
import { TextList } from "./text-list.tsx";
import type { StepFields } from "./use-step-fields.ts";

type Words = NonNullable<NonNullable<QuestionNode["translations"]>[Language]>;

const isBlank = (value: unknown) =>
  Array.isArray(value) ? value.every((one) => typeof one === "string" && one.trim() === "") : value === "";

/** Without words left, a language is not kept: the step then speaks the bot's own. */
export function translated(node: QuestionNode, language: Language, patch: Words): QuestionNode["translations"] {
  const { [language]: before, ...others } = node.translations ?? {};
  const words = Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => !isBlank(value)));
  return Object.keys(words).length > 0 ? { ...others, [language]: words } : others;
}

/** What the step says to visitors of other languages, beside its own words. */
export function StepLanguages({ fields, forced }: { fields: StepFields; forced: boolean }) {
  const t = useTranslations("flows.languages");
  const { language: own } = useEditing();
  const { node } = fields;
  const others = languages.filter((language) => language !== own);
  const written = others.filter((language) => node.translations?.[language]);
  return (
    <PanelSection
      id="languages"
      title={t("title")}
      summary={written.map((language) => t(`names.${language}`)).join(", ")}
      forced={forced}
    >
      <p className="text-text-muted text-xs">{t("hint", { language: t(`names.${own}`) })}</p>
      {others.map((language) => (
        <fieldset key={language} className="grid min-w-0 gap-3 rounded-md border border-border p-3" lang={language}>
          <legend className="px-1 font-medium text-sm">{t(`names.${language}`)}</legend>
          <OneLanguage {...fields} language={language} />
        </fieldset>
      ))}
    </PanelSection>
  );
}

function OneLanguage({ node, disabled, set, language }: StepFields & { language: Language }) {
  const t = useTranslations("flows");
  const words = node.translations?.[language] ?? {};
  const name = t(`languages.names.${language}`);
  const write = (patch: Words, part: string) =>
    set({ translations: translated(node, language, patch) }, `${language} ${part}`);
  const offers = node.response_type === "LIST" || node.response_type === "MEETING";
  return (
    <>
      <TextList
        label={t("languages.in", { label: t("step.text"), language: name })}
        addLabel={t("step.addText")}
        field=""
        texts={words.text ?? []}
        disabled={disabled}
        onChange={(text, at) => write({ text }, `text ${at}`)}
      />
      {offers
        ? node.response_options.map((option, at) => (
            <Field key={at} label={t("languages.in", { label: option, language: name })}>
              <Input
                dir="auto"
                value={words.response_options?.[at] ?? ""}
                maxLength={255}
                disabled={disabled}
                onChange={(event) => {
                  const options = node.response_options.map((_, place) => words.response_options?.[place] ?? "");
                  options[at] = event.target.value;
                  write({ response_options: options }, `option ${at}`);
                }}
              />
            </Field>
          ))
        : null}
      {node.retry_text.length > 0 ? (
        <TextList
          label={t("languages.in", { label: t("step.retry"), language: name })}
          addLabel={t("step.addText")}
          field=""
          texts={words.retry_text ?? []}
          disabled={disabled}
          onChange={(retry_text, at) => write({ retry_text }, `retry ${at}`)}
        />
      ) : null}
    </>
  );
}
