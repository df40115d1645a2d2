"use client";

import { useTranslations } from "next-intl";
import { choosable } from "#components/conversations/data/directory.ts";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { Combobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import type { ActionName } from "#server/actions/choices.ts";
import { priorities } from "#server/conversations/choices.ts";
import type { DraftAction } from "./action-list.tsx";
import { ContactFields } from "./contact-fields.tsx";
import { FlowStepFields, WebhookFields } from "./service-fields.tsx";
import { TemplateFields } from "./template-fields.tsx";
import { SnoozeFields, TaskFields } from "./timed-fields.tsx";
import type { Names } from "./use-names.ts";

type Given = Record<string, unknown>;

/** What an action begins with. */
export function startOf(name: ActionName): Given {
  if (name === "close") return { isLead: true };
  if (name === "priority") return { priority: "high" };
  if (name === "assign") return { assignedTo: null };
  if (name === "assign_team") return { teamId: null };
  if (name === "snooze") return { minutes: 60 };
  return {};
}

export type ActionFieldsProps = {
  action: Pick<DraftAction, "name" | "input">;
  names: Names;
  /** Whether somebody runs it, who can be asked. */
  asks?: boolean;
  onInput: (input: Given) => void;
};

const nobody = "UNASSIGNED";

/** The input of one action, by what it does. */
export function ActionFields(props: ActionFieldsProps) {
  const { action, names, asks = true, onInput } = props;
  const t = useTranslations("macros.form");
  const hint = t(asks ? "variables" : "variablesUnasked");
  const all = useTranslations("macros");
  const { name, input } = action;
  const set = (part: Given) => onInput({ ...input, ...part });
  const text = (key: string) => (typeof input[key] === "string" ? input[key] : "");
  switch (name) {
    case "reply":
      return <Words label={t("text")} hint={hint} value={text("body")} onValue={(body) => set({ body })} />;
    case "note":
      return <Words label={t("text")} hint={hint} value={text("message")} onValue={(message) => set({ message })} />;
    case "task_create":
      return <TaskFields {...props} />;
    case "template":
      return <TemplateFields {...props} />;
    case "assign":
      return (
        <Choice
          label={t("person")}
          value={text("assignedTo") || nobody}
          options={[
            { value: nobody, label: all("nobody") },
            ...choosable(names.users, [input.assignedTo]).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValue={(id) => set({ assignedTo: id === nobody ? null : id })}
        />
      );
    case "assign_team":
      return (
        <Choice
          label={t("team")}
          value={text("teamId") || nobody}
          options={[
            { value: nobody, label: t("noTeam") },
            ...names.teams.map((team) => ({ value: team.id, label: team.name })),
          ]}
          onValue={(id) => set({ teamId: id === nobody ? null : id })}
        />
      );
    case "tag_add":
    case "tag_remove":
    case "contact_tag_add":
    case "contact_tag_remove":
      return <TagChoice label={t("tag")} names={names} value={text("tag")} onValue={(tag) => set({ tag })} />;
    case "phase":
      return (
        <Choice
          label={t("phase")}
          value={text("phaseId")}
          options={names.phases.map((phase) => ({ value: phase.id, label: phase.name }))}
          onValue={(phaseId) => set({ phaseId })}
        />
      );
    case "priority":
      return (
        <Choice
          label={t("priority")}
          value={text("priority")}
          options={priorities.map((value) => ({ value, label: all(`priorities.${value}`) }))}
          onValue={(priority) => set({ priority })}
        />
      );
    case "snooze":
      return <SnoozeFields {...props} />;
    case "amount":
      return (
        <Field label={t("amount")} hint={t("amountHint")}>
          <Input
            type="number"
            inputMode="decimal"
            min={0}
            value={typeof input.amount === "number" ? input.amount : ""}
            onChange={(event) => set({ amount: event.target.value === "" ? null : Number(event.target.value) })}
          />
        </Field>
      );
    case "close":
      return (
        <Checkbox
          label={t("isLead")}
          checked={input.isLead === true}
          onCheckedChange={(on) => set({ isLead: on === true })}
        />
      );
    case "contact_set":
      return <ContactFields {...props} />;
    case "webhook_call":
      return <WebhookFields {...props} />;
    case "start_flow_at":
      return <FlowStepFields {...props} />;
    default:
      return null;
  }
}

type TextProps = { label: string; hint?: string; value: string; onValue: (value: string) => void };

function Words({ label, hint, value, onValue }: TextProps) {
  return (
    <Field label={label} hint={hint}>
      <Textarea rows={3} maxLength={4096} value={value} onChange={(event) => onValue(event.target.value)} />
    </Field>
  );
}

export function Line({ label, hint, value, onValue }: TextProps) {
  return (
    <Field label={label} hint={hint}>
      <Input value={value} maxLength={255} autoComplete="off" onChange={(event) => onValue(event.target.value)} />
    </Field>
  );
}

type ChoiceProps = TextProps & { options: { value: string; label: string }[] };

export function Choice({ label, hint, value, options, onValue }: ChoiceProps) {
  return (
    <Field label={label} hint={hint}>
      <Select value={value || undefined} options={options} onValueChange={onValue} />
    </Field>
  );
}

function TagChoice({ label, names, value, onValue }: TextProps & { names: Names }) {
  const known = names.tags.map(({ name }) => name);
  const options = (value && !known.includes(value) ? [...known, value] : known).map((one) => ({
    value: one,
    label: one,
  }));
  return (
    <Field label={label}>
      <Combobox label={label} options={options} value={value || undefined} onValueChange={onValue} onCreate={onValue} />
    </Field>
  );
}
