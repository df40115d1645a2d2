"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { ActionName } from "#server/actions/choices.ts";
import { maxActions } from "#server/actions/schema.ts";
import type { ActionDraft, RuleDraft } from "./rule-draft.ts";

type Props = { draft: RuleDraft; onChange: (change: Partial<RuleDraft>) => void };

/** Those that are written here, with what each begins with; others stay as programs wrote them. */
const written = {
  ...{ reply: { body: "" }, note: { message: "" }, assign: { assignedTo: "" }, assign_team: { teamId: "" } },
  ...{ tag_add: { tag: "" }, tag_remove: { tag: "" }, contact_tag_add: { tag: "" }, contact_tag_remove: { tag: "" } },
  ...{ priority: { priority: "high" }, phase: { phaseId: "" }, bot_on: {}, bot_off: {}, unsnooze: {} },
  ...{ close: { isLead: false }, open: {}, task_create: { title: "" } },
} as const satisfies Partial<Record<ActionName, Record<string, unknown>>>;
type Written = keyof typeof written;
const writtenNames = Object.keys(written) as Written[];
const isWritten = (name: ActionName): name is Written => writtenNames.some((one) => one === name);

/** What is done, one after the other. */
export function ActionFields({ draft, onChange }: Props) {
  const t = useTranslations("rules.form");
  const { actions } = draft;
  const change = (index: number, action: ActionDraft) =>
    onChange({ actions: actions.map((one, place) => (place === index ? action : one)) });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t("then")}</legend>
      {actions.map((action, index) => (
        <ActionRow
          key={index}
          action={action}
          number={index + 1}
          onChange={(next) => change(index, next)}
          onRemove={
            actions.length > 1 ? () => onChange({ actions: actions.filter((_, place) => place !== index) }) : undefined
          }
        />
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={actions.length >= maxActions}
          onClick={() => onChange({ actions: [...actions, { name: "tag_add", input: { tag: "" } }] })}
        >
          {t("addAction")}
        </Button>
      </div>
    </fieldset>
  );
}

type RowProps = {
  action: ActionDraft;
  number: number;
  onChange: (action: ActionDraft) => void;
  onRemove: (() => void) | undefined;
};

function ActionRow({ action, number, onChange, onRemove }: RowProps) {
  const t = useTranslations("rules.form");
  const label = useTranslations("actions");
  const names: ActionName[] = isWritten(action.name) ? writtenNames : [action.name, ...writtenNames];
  const choose = (name: ActionName) => {
    if (name !== action.name && isWritten(name)) onChange({ name, input: { ...written[name] } });
  };
  return (
    <div className="flex items-start gap-2 phone:flex-wrap">
      <Select
        aria-label={t("action", { number })}
        className="w-52 shrink-0"
        options={names.map((value) => ({ value, label: label(`${value}.label`) }))}
        value={action.name}
        onValueChange={choose}
      />
      <div className="min-w-0 flex-1">
        <ActionValue action={action} number={number} onChange={(input) => onChange({ name: action.name, input })} />
      </div>
      {onRemove ? (
        <IconButton label={t("removeAction", { number })} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      ) : null}
    </div>
  );
}

type ValueProps = { action: ActionDraft; number: number; onChange: (input: Record<string, unknown>) => void };

const longTexts: Partial<Record<ActionName, string>> = { reply: "body", note: "message" };
const shortTexts: Partial<Record<ActionName, string>> = {
  ...{ tag_add: "tag", tag_remove: "tag", contact_tag_add: "tag", contact_tag_remove: "tag", task_create: "title" },
};

function ActionValue({ action: { name, input }, number, onChange }: ValueProps) {
  const t = useTranslations("rules.form");
  const choices = useChoices(name);
  const label = t("value", { number });
  const long = longTexts[name];
  const key = long ?? shortTexts[name];
  if (key !== undefined) {
    const value = typeof input[key] === "string" ? input[key] : "";
    const set = (text: string) => onChange({ ...input, [key]: text });
    return long ? (
      <Textarea aria-label={label} rows={2} value={value} onChange={(event) => set(event.target.value)} />
    ) : (
      <Input aria-label={label} maxLength={200} value={value} onChange={(event) => set(event.target.value)} />
    );
  }
  if (!choices) return null;
  const chosen = input[choices.key];
  return (
    <Select
      aria-label={label}
      options={choices.options}
      placeholder={t("choose")}
      value={typeof chosen === "string" && chosen !== "" ? chosen : undefined}
      onValueChange={(value) => onChange({ ...input, [choices.key]: value })}
    />
  );
}

/** What is chosen from, of actions that name something there is. */
function useChoices(name: ActionName) {
  const t = useTranslations("rules.form");
  const { users, teams, phases } = useDirectory();
  const listed = (all: readonly { id: string; name: string }[]) =>
    all.map((one) => ({ value: one.id, label: one.name }));
  if (name === "assign") return { key: "assignedTo", options: listed(users.filter(({ active }) => active)) };
  if (name === "assign_team") return { key: "teamId", options: listed(teams) };
  if (name === "phase") return { key: "phaseId", options: listed(phases) };
  if (name !== "priority") return undefined;
  const words = ["none", "low", "normal", "high", "urgent"] as const;
  return { key: "priority", options: words.map((value) => ({ value, label: t(`priority.${value}`) })) };
}
