"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { Report } from "#server/reports/schema.ts";
import { WideSection } from "./wide-section.tsx";

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** A Monday; by UTC, so that no browser's clock moves it. */
const monday = Date.UTC(2024, 0, 1);
const shown = { created: "created", message_in: "messagesIn" } as const;

/** Which hours of the week are busy: numbers in cells, shaded by how many. */
export function HeatMap({ report }: { report: Report }) {
  return (Object.keys(shown) as (keyof typeof shown)[]).map((metric) => {
    const counts = report.hours.filter((one) => one.metric === metric);
    return counts.length === 0 ? null : <Week key={metric} figure={shown[metric]} counts={counts} />;
  });
}

type WeekProps = { figure: "created" | "messagesIn"; counts: Report["hours"] };

function Week({ figure, counts }: WeekProps) {
  const t = useTranslations("reports");
  const format = useFormatter();
  const most = Math.max(...counts.map(({ count }) => count));
  const at = (weekday: number, time: number) =>
    counts.find((one) => one.weekday === weekday && one.hour === time)?.count ?? 0;
  const dayName = (weekday: number) =>
    format.dateTime(new Date(monday + (weekday - 1) * 86_400_000), { weekday: "short", timeZone: "UTC" });
  const title = t("hours.title", { figure: t(`figures.${figure}.title`) });
  return (
    <WideSection title={title}>
      <table className="tabular w-full min-w-200 table-fixed border-separate border-spacing-0.5 text-center text-xs print:min-w-0">
        <thead>
          <tr>
            <th scope="col" className="w-14 text-start font-medium text-text-muted">
              {t("hours.hour")}
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col" className="font-medium text-text-muted">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday) => (
            <tr key={weekday}>
              <th scope="row" className="text-start font-medium text-text-muted">
                {dayName(weekday)}
              </th>
              {hours.map((hour) => {
                const count = at(weekday, hour);
                const shade = Math.round((count / most) * 30);
                return (
                  <td
                    key={hour}
                    className="h-7 rounded-sm"
                    style={{ background: `color-mix(in oklch, var(--accent) ${shade}%, var(--surface))` }}
                  >
                    {count === 0 ? "" : count}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </WideSection>
  );
}
