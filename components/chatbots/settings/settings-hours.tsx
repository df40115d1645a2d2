"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { WeekDayRow } from "#components/calendars/week-day-row.tsx";
import { timeZoneOptions } from "#components/companies/regions.ts";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { Combobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { weekDays } from "#server/calendars/choices.ts";
import type { SettingsPartProps } from "./settings-texts.tsx";

/** When people answer, day by day. */
export function SettingsHours({ draft, change }: SettingsPartProps) {
  const t = useTranslations("chatbot-settings.hours");
  const tWeek = useTranslations("week-hours");
  const locale = useLocale();
  const hours = draft.businessHoursConfiguration;
  const { on, timeZone, week } = hours;
  const zones = useMemo(() => timeZoneOptions(locale, timeZone), [locale, timeZone]);
  const set = (part: Partial<typeof hours>) => change({ businessHoursConfiguration: { ...hours, ...part } });
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      <Field inline label={t("on")} hint={t(on ? "onHint" : "offHint")}>
        <Switch checked={on} onCheckedChange={(next) => set({ on: next })} />
      </Field>
      {on ? (
        <>
          <Field label={t("timeZone")}>
            <Combobox
              label={t("timeZone")}
              options={zones}
              value={timeZone}
              onValueChange={(next) => set({ timeZone: next })}
            />
          </Field>
          <div className="divide-y divide-border rounded-lg border border-border">
            {weekDays.map((day) => (
              <WeekDayRow
                key={day}
                day={day}
                spans={week[day]}
                onChange={(spans) => set({ week: { ...week, [day]: spans } })}
                onCopy={(days) =>
                  set({ week: { ...week, ...Object.fromEntries(days.map((other) => [other, week[day]])) } })
                }
              />
            ))}
          </div>
          <p className="text-text-muted text-xs">{tWeek("midnight")}</p>
        </>
      ) : null}
    </SettingsSection>
  );
}
