"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useProfile } from "#components/frame/profile.tsx";
import { clock } from "#components/time/moments.ts";
import { laterModule, useWhenThere } from "#components/ui/late/later.tsx";
import { useNear } from "#components/ui/late/use-near.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { definitionOf, type FigureName, type Unit } from "#server/reports/choices.ts";
import type { Report } from "#server/reports/schema.ts";
import { cellStyles, figureHeadStyles, headStyles } from "./styles.ts";
import { timeTicks } from "./time-ticks.ts";
import { figureIn, useFigureWords } from "./words.ts";

/** The most that a value can be, where there is such. */
const mostOf: Partial<Record<Unit, number>> = { score: 5 };

const inSeconds: ReadonlySet<Unit> = new Set(["seconds", "duration"]);
const wholeUnits: ReadonlySet<Unit> = new Set(["count", ...inSeconds]);

const lateChart = laterModule(() => import("./late-chart.tsx"));

/** A figure over time, drawn once it comes near and its library has come; the same as a table below. */
export function SeriesChart({ report, figure }: { report: Report; figure: FigureName }) {
  const t = useTranslations("reports");
  const format = useFormatter();
  const { timeZone } = useProfile().company;
  const words = useFigureWords();
  const [near, watch] = useNear();
  const there = useWhenThere(lateChart, near);
  const title = t("chart", { figure: t(`figures.${figure}.title`) });
  const label = (from: string) =>
    format.dateTime(new Date(from), {
      timeZone,
      ...(report.interval === "month"
        ? ({ month: "short", year: "numeric" } as const)
        : ({ day: "numeric", month: "short" } as const)),
      ...(report.interval === "hour" ? clock : {}),
    });
  const points = report.series.map(({ from, figures }) => {
    const value = figureIn(figures, figure)?.value ?? null;
    return { from, label: label(from), value, told: words(figure, value) };
  });
  const longest = Math.max(0, ...points.map(({ value }) => value ?? 0));
  return (
    <section ref={watch} aria-label={title} className="grid gap-2">
      <h2 className="font-semibold text-base">{title}</h2>
      {there ? (
        <there.LateChart
          title={title}
          points={points}
          tell={(value) => words(figure, value)}
          most={mostOf[definitionOf(figure).unit]}
          ticks={inSeconds.has(definitionOf(figure).unit) ? timeTicks(longest) : undefined}
          fractions={!wholeUnits.has(definitionOf(figure).unit)}
        />
      ) : (
        <Skeleton className="h-64" />
      )}
      <details>
        <summary className="w-fit cursor-pointer text-sm text-text-muted">{t("table")}</summary>
        <table className="mt-2 w-full max-w-120 text-sm">
          <thead>
            <tr>
              <th scope="col" className={headStyles}>
                {t("period")}
              </th>
              <th scope="col" className={figureHeadStyles}>
                {t(`figures.${figure}.title`)}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.from} className="border-border border-t">
                <th scope="row" className={`${cellStyles} text-start font-normal`}>
                  {point.label}
                </th>
                <td className={`${cellStyles} tabular text-end`}>{point.told}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
