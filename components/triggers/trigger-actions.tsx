"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { choosable, useDirectory } from "#components/conversations/data/directory.ts";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { MultiCombobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { TriggerDraft } from "./trigger-draft.ts";

type ActionsProps = {
  draft: TriggerDraft;
  onChange: (change: Partial<TriggerDraft>) => void;
  faults: Readonly<Record<string, string>>;
};

const switches = ["stopNextMessage", "operatorNeeded", "ignoreLead", "once"] as const;

/** What happens when a trigger fires. */
export function ActionFields({ draft, onChange, faults }: ActionsProps) {
  const t = useTranslations("triggers.actions");
  const directory = useDirectory();
  const people = choosable(directory.users, draft.assignTo);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-medium text-sm">{t("legend")}</legend>
      <Answers responses={draft.responses} onChange={(responses) => onChange({ responses })} />
      {switches.map((name) => (
        <Checkbox
          key={name}
          label={t(name)}
          hint={t(`${name}Hint`)}
          checked={draft[name]}
          onCheckedChange={(checked) => onChange({ [name]: checked === true })}
        />
      ))}
      <Field label={t("tag")} error={faults.tag} optional>
        <Input value={draft.tag} maxLength={50} onChange={(event) => onChange({ tag: event.target.value })} />
      </Field>
      <Field label={t("assignTo")} hint={t("assignToHint")} error={faults.assignTo} optional>
        <MultiCombobox
          label={t("assignTo")}
          placeholder={t("nobody")}
          options={people.map(({ id, name }) => ({
            value: id,
            label: name,
            icon: <Avatar id={id} name={name} size="sm" decorative />,
          }))}
          values={draft.assignTo}
          onValuesChange={(assignTo) => onChange({ assignTo })}
        />
      </Field>
      <Field label={t("goToName")} hint={t("goToNameHint")} error={faults.goToName} optional>
        <Input
          value={draft.goToName}
          maxLength={64}
          spellCheck={false}
          className="font-mono"
          onChange={(event) => onChange({ goToName: event.target.value })}
        />
      </Field>
    </fieldset>
  );
}

type AnswersProps = { responses: readonly string[]; onChange: (responses: string[]) => void };

function Answers({ responses, onChange }: AnswersProps) {
  const t = useTranslations("triggers.actions");
  return (
    <div className="grid gap-2">
      {responses.map((text, index) => (
        <div key={index} className="flex items-start gap-2">
          <Textarea
            aria-label={t("response", { number: index + 1 })}
            rows={2}
            maxLength={4096}
            placeholder={t("responseExample")}
            value={text}
            onChange={(event) => onChange(responses.map((one, place) => (place === index ? event.target.value : one)))}
          />
          {responses.length > 1 ? (
            <IconButton
              label={t("removeResponse", { number: index + 1 })}
              onClick={() => onChange(responses.filter((_, place) => place !== index))}
            >
              <X aria-hidden />
            </IconButton>
          ) : null}
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={responses.length >= 20}
          onClick={() => onChange([...responses, ""])}
        >
          {t("addResponse")}
        </Button>
      </div>
    </div>
  );
}
