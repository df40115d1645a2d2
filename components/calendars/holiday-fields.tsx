"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { Input } from "#components/forms/input.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { maxHolidays } from "#server/calendars/choices.ts";
import type { Holiday } from "#server/calendars/schema.ts";

type HolidayFieldsProps = {
  holidays: readonly Holiday[];
  error: string | undefined;
  onHolidays: (holidays: readonly Holiday[]) => void;
};

const fresh: Holiday = { date: "", name: "", yearly: false };

/** Days on which nobody is there: one day, or the same day of every year. */
export function HolidayFields({ holidays, error, onHolidays }: HolidayFieldsProps) {
  const t = useTranslations("calendars.holidays");
  const change = (at: number, part: Partial<Holiday>) =>
    onHolidays(holidays.map((one, place) => (place === at ? { ...one, ...part } : one)));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-sm">{t("legend")}</legend>
      <p className="text-text-muted text-xs">{t("hint")}</p>
      <ul className="grid gap-2 empty:hidden">
        {holidays.map(({ date, name, yearly }, at) => {
          const number = at + 1;
          return (
            <li key={at} className="flex flex-wrap items-center gap-2">
              <Input
                type="date"
                aria-label={t("date", { number })}
                aria-invalid={(error !== undefined && date === "") || undefined}
                className="w-40 shrink-0"
                value={date}
                onChange={(event) => change(at, { date: event.target.value })}
              />
              <Input
                aria-label={t("name", { number })}
                placeholder={t("nameExample")}
                className="min-w-32 flex-1"
                value={name}
                maxLength={100}
                autoComplete="off"
                onChange={(event) => change(at, { name: event.target.value })}
              />
              <Checkbox
                label={t("yearly")}
                checked={yearly}
                onCheckedChange={(checked) => change(at, { yearly: checked === true })}
              />
              <IconButton
                size="sm"
                label={t("remove", { number })}
                onClick={() => onHolidays(holidays.filter((_, place) => place !== at))}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ul>
      {error ? (
        <p role="alert" tabIndex={-1} className="text-danger text-xs">
          {error}
        </p>
      ) : null}
      <Button
        size="sm"
        className="justify-self-start"
        icon={<Plus aria-hidden />}
        disabled={holidays.length >= maxHolidays}
        onClick={() => onHolidays([...holidays, fresh])}
      >
        {t("add")}
      </Button>
    </fieldset>
  );
}
