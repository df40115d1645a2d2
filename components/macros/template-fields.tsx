"use client";

import { useTranslations } from "next-intl";
import { type ActionFieldsProps, Choice, Line } from "./action-fields.tsx";

/** Those whose header is a file need one for each sending. */
const plain: ReadonlySet<string | null> = new Set([null, "TEXT"]);

/** An approved template, with the text of each of its variables. */
export function TemplateFields({ action: { input }, names, onInput }: ActionFieldsProps) {
  const t = useTranslations("macros.form");
  const chosen = names.templates.find(({ id }) => id === Number(input.templateId));
  const given: unknown = input.variables;
  const filled = new Map(Object.entries(typeof given === "object" && given !== null ? given : {}));
  const options = names.templates
    .filter((one) => (one.status === "APPROVED" && plain.has(one.headerFormat)) || one === chosen)
    .map(({ id, elementName }) => ({ value: String(id), label: elementName }));
  return (
    <div className="grid gap-3">
      <Choice
        label={t("template")}
        value={chosen ? String(chosen.id) : ""}
        options={options}
        onValue={(id) => onInput({ templateId: Number(id), variables: {} })}
      />
      {chosen?.variables.map(({ key, example }) => (
        <Line
          key={key}
          label={t("variable", { key })}
          {...(example ? { hint: t("example", { text: example }) } : {})}
          value={String(filled.get(key) ?? "")}
          onValue={(text) => onInput({ ...input, variables: { ...Object.fromEntries(filled), [key]: text } })}
        />
      ))}
    </div>
  );
}
