"use client";

import { useTranslations } from "next-intl";
import { choosable } from "#components/conversations/data/directory.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { localText, momentOf } from "#components/time/local-moment.ts";
import { type ActionFieldsProps, Choice, Line } from "./action-fields.tsx";
import { WhenField } from "./when-field.tsx";

const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined);
const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** Put off for so long, or until a fixed moment. */
export function SnoozeFields({ action: { input }, onInput }: ActionFieldsProps) {
  const t = useTranslations("macros.form");
  const minutes = numberOf(input.minutes);
  return (
    <div className="grid gap-3">
      <WhenField
        label={t("snoozeFor")}
        minutes={minutes}
        onMinutes={(given) => onInput({ minutes: given })}
        others={[{ value: "until", label: t("when.fixed") }]}
        other="until"
        onOther={() => onInput({ until: "" })}
      />
      {minutes === undefined ? (
        <Moment
          label={t("until")}
          hint={t("untilHint")}
          value={textOf(input.until)}
          onValue={(until) => onInput({ until })}
        />
      ) : null}
    </div>
  );
}

/** A task with who does it and until when. */
export function TaskFields({ action: { input }, names, onInput }: ActionFieldsProps) {
  const t = useTranslations("macros.form");
  const { dueAt, due, dueInMinutes, assignedTo, assignee, ...rest } = input;
  const minutes = numberOf(dueInMinutes);
  const fixed = textOf(dueAt ?? due);
  const holder = textOf(assignedTo ?? assignee);
  const isFixed = minutes === undefined && (dueAt ?? due ?? null) !== null;
  const timed = minutes === undefined ? (isFixed ? { dueAt: fixed } : {}) : { dueInMinutes: minutes };
  const held = holder ? { assignedTo: holder } : {};
  return (
    <div className="grid gap-3">
      <Line label={t("taskTitle")} value={textOf(input.title)} onValue={(title) => onInput({ ...input, title })} />
      <Choice
        label={t("taskFor")}
        value={holder || "nobody"}
        options={[
          { value: "nobody", label: t("taskForNoOne") },
          ...choosable(names.users, [holder]).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onValue={(id) => onInput({ ...rest, ...timed, ...(id === "nobody" ? {} : { assignedTo: id }) })}
      />
      <WhenField
        label={t("taskDue")}
        minutes={minutes}
        onMinutes={(given) => onInput({ ...rest, ...held, dueInMinutes: given })}
        others={[
          { value: "never", label: t("when.never") },
          { value: "fixed", label: t("when.fixed") },
        ]}
        other={isFixed ? "fixed" : "never"}
        onOther={(other) => onInput({ ...rest, ...held, ...(other === "fixed" ? { dueAt: "" } : {}) })}
      />
      {isFixed ? (
        <Moment
          label={t("until")}
          hint={t("untilHint")}
          value={fixed}
          onValue={(at) => onInput({ ...rest, ...held, dueAt: at })}
        />
      ) : null}
    </div>
  );
}

type MomentProps = { label: string; hint: string; value: string; onValue: (value: string) => void };

function Moment({ label, hint, value, onValue }: MomentProps) {
  return (
    <Field label={label} hint={hint}>
      <Input
        type="datetime-local"
        value={value ? localText(value) : ""}
        onChange={(event) => onValue(event.target.value ? momentOf(event.target.value) : "")}
      />
    </Field>
  );
}
