"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Checkbox } from "#components/forms/checkbox.tsx";
import type { PublicEventType } from "#server/core/events/public-types.ts";
import { eventGroups, eventsOf } from "./event-groups.ts";

type EventPickerProps = {
  values: readonly PublicEventType[];
  onValuesChange: (values: PublicEventType[]) => void;
  error?: string | undefined;
};

/** The events by what they are about; a group's box takes all of it. */
export function EventPicker({ values, onValuesChange, error }: EventPickerProps) {
  const t = useTranslations("webhooks.form");
  const tEvent = useTranslations("webhooks.events");
  const errorId = useId();
  const toggle = (types: readonly PublicEventType[], on: boolean) => {
    const rest = values.filter((one) => !types.includes(one));
    onValuesChange(on ? [...rest, ...types] : rest);
  };
  return (
    <fieldset
      className="grid gap-3"
      aria-describedby={error ? errorId : undefined}
      data-faulty={error ? "" : undefined}
    >
      <legend className="mb-1 font-medium text-sm">
        {t("events")}
        <span className="tabular ml-1.5 font-normal text-text-muted text-xs">
          {t("eventsChosen", { count: values.length })}
        </span>
      </legend>
      {error ? (
        <p id={errorId} role="alert" className="text-danger text-xs">
          {error}
        </p>
      ) : null}
      {eventGroups.map((group) => {
        const types = eventsOf(group);
        const chosen = types.filter((type) => values.includes(type)).length;
        return (
          <fieldset key={group} className="rounded-lg border border-border">
            <legend className="sr-only">{tEvent(`groups.${group}`)}</legend>
            <div className="flex items-center justify-between gap-3 border-border border-b px-3 py-2 touch:py-0">
              <Checkbox
                label={<span className="font-medium">{tEvent(`groups.${group}`)}</span>}
                checked={chosen === types.length ? true : chosen > 0 ? "indeterminate" : false}
                onCheckedChange={(on) => toggle(types, on === true)}
              />
              <span className="tabular text-text-muted text-xs">{t("eventsOf", { chosen, count: types.length })}</span>
            </div>
            <div className="grid gap-x-6 gap-y-3 p-3 sm:grid-cols-2 touch:gap-y-0">
              {types.map((type) => (
                <Checkbox
                  key={type}
                  label={<code className="font-mono text-xs">{type}</code>}
                  hint={tEvent(type)}
                  checked={values.includes(type)}
                  onCheckedChange={(on) => toggle([type], on === true)}
                />
              ))}
            </div>
          </fieldset>
        );
      })}
    </fieldset>
  );
}
