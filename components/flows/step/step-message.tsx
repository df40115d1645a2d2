"use client";

import { useTranslations } from "next-intl";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { questionTypes } from "#server/chatbots/choices.ts";
import { useEditing } from "../editor-context.tsx";
import { TextList } from "./text-list.tsx";
import type { StepFields } from "./use-step-fields.ts";

/** What the step says, and what it shows. */
export function StepMessage({ node, disabled, set, fault }: StepFields) {
  const t = useTranslations("flows.step");
  const { chained } = useEditing();
  const withFile = node.question_type !== "text/plain";
  return (
    <>
      <TextList
        label={t("text")}
        hint={node.text.length > 1 ? t(chained ? "textChained" : "textRandom") : undefined}
        addLabel={t("addText")}
        field="text"
        texts={node.text}
        error={fault("text")}
        disabled={disabled}
        onChange={(text, at) => set({ text }, at)}
      />
      <Field label={t("media")} error={fault("question_type")}>
        <Select
          value={node.question_type}
          disabled={disabled}
          options={questionTypes.map((value) => ({ value, label: t(`mediaTypes.${mediaKey(value)}`) }))}
          onValueChange={(question_type) => set({ question_type })}
        />
      </Field>
      {withFile ? (
        <>
          <Field label={t("mediaUrl")} error={fault("question_file_url")} hint={t("mediaUrlHint")}>
            <Input
              type="url"
              inputMode="url"
              data-field="question_file_url"
              value={node.question_file_url}
              disabled={disabled}
              placeholder="https://"
              onChange={(event) => set({ question_file_url: event.target.value.trim() })}
            />
          </Field>
          <Field label={t("mediaCaption")} optional error={fault("question_file_caption")}>
            <Input
              data-field="question_file_caption"
              value={node.question_file_caption}
              maxLength={1024}
              disabled={disabled}
              onChange={(event) => set({ question_file_caption: event.target.value })}
            />
          </Field>
        </>
      ) : null}
    </>
  );
}

function mediaKey(type: (typeof questionTypes)[number]) {
  return type === "text/plain" ? "none" : type;
}
