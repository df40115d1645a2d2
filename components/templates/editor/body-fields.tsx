"use client";

import { Braces } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { Button } from "#components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { isPositional, variablesOf } from "#server/templates/rules.ts";
import { EditorSection, type PartProps } from "./editor-parts.tsx";
import { RuleHint, useFaultWords } from "./fault-words.tsx";
import { nextNumber, samplesOf } from "./template-draft.ts";

export function BodyFields({ draft, onChange, faults, tried, disabled }: PartProps) {
  const t = useTranslations("templates.fields");
  const { error, warning } = useFaultWords(faults, tried)("body");
  const whole = useFaultWords(faults, tried)("whole");
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (variable: string) => {
    const { selectionStart, selectionEnd } = area.current ?? {
      selectionStart: draft.body.length,
      selectionEnd: draft.body.length,
    };
    onChange({ body: draft.body.slice(0, selectionStart) + variable + draft.body.slice(selectionEnd) });
    const caret = selectionStart + variable.length;
    // After the new text is drawn.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(caret, caret);
    });
  };
  return (
    <EditorSection title={t("body")} hint={t("bodyHint")}>
      <Field
        label={t("bodyText")}
        required
        error={error ?? whole.error}
        hint={<RuleHint rule={t("bodyRule")} warning={warning} count={draft.body.length} most={1024} />}
      >
        <Textarea
          ref={area}
          autoGrow
          rows={5}
          value={draft.body}
          disabled={disabled}
          maxLength={4096}
          className="max-h-80 min-h-28"
          onChange={(event) => onChange({ body: event.target.value })}
        />
      </Field>
      {disabled ? null : <VariableMenu body={draft.body} onInsert={insert} />}
      <SampleFields draft={draft} onChange={onChange} disabled={disabled} />
    </EditorSection>
  );
}

const named = ["name", "first_name", "email", "phone"] as const;

/** Numbers or names, not both: the other kind is closed once one is used. */
function VariableMenu({ body, onInsert }: { body: string; onInsert: (variable: string) => void }) {
  const t = useTranslations("templates.fields");
  const used = variablesOf(body);
  const numbered = used.some(isPositional);
  const next = `{{${nextNumber(body)}}}`;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" icon={<Braces aria-hidden />} className="justify-self-start">
          {t("insert")}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem disabled={used.length > 0 && !numbered} onSelect={() => onInsert(next)}>
          {t("insertNumber", { variable: next })}
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuLabel>{t("insertNamed")}</DropdownMenuLabel>
        {named.map((name) => (
          <DropdownMenuItem key={name} disabled={numbered} onSelect={() => onInsert(`{${name}}`)}>
            {t(`contact.${name}`)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function SampleFields({ draft, onChange, disabled }: Pick<PartProps, "draft" | "onChange" | "disabled">) {
  const t = useTranslations("templates.fields");
  const samples = samplesOf(draft);
  if (samples.length === 0) return null;
  return (
    <fieldset className="m-0 grid min-w-0 gap-3 rounded-lg border border-border p-3">
      <legend className="px-1 font-medium text-sm">{t("samples")}</legend>
      <p className="text-text-muted text-xs">{t("samplesHint")}</p>
      <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
        {samples.map(({ key, part, name }) => (
          <Field
            key={key}
            label={
              part === "header" ? t("sampleHeader", { variable: shown(name) }) : t("sample", { variable: shown(name) })
            }
          >
            <Input
              value={draft.examples[key] ?? ""}
              disabled={disabled}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => onChange({ examples: { ...draft.examples, [key]: event.target.value } })}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

export const shown = (name: string) => (isPositional(name) ? `{{${name}}}` : `{${name}}`);
