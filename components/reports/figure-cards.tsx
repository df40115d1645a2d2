"use client";

import { ChartLine, List } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { IconButton } from "#components/ui/icon-button.tsx";
import { definitionOf, type FigureName } from "#server/reports/choices.ts";
import type { Figure, Report } from "#server/reports/schema.ts";
import type { ReportAddress } from "./address.ts";
import { listOf } from "./rows-sheet.tsx";
import { figureIn, useFigureWords, useTimeWords } from "./words.ts";

type CardsProps = { report: Report; earlier: Report | undefined; place: ReportAddress; shown: FigureName };

export function FigureCards({ report, earlier, place, shown }: CardsProps) {
  return (
    <ul className="grid list-none grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-3 p-0">
      {report.total.map((figure) => (
        <li key={figure.name}>
          <Card
            figure={figure}
            before={earlier && figureIn(earlier.total, figure.name)}
            place={place}
            active={shown === figure.name}
          />
        </li>
      ))}
    </ul>
  );
}

type CardProps = { figure: Figure; before: Figure | undefined; place: ReportAddress; active: boolean };

/** A figure with its meaning, what it was before, and the way to its list and into the chart. */
function Card({ figure, before, place, active }: CardProps) {
  const t = useTranslations("reports");
  const words = useFigureWords();
  const { name, value, count } = figure;
  const title = t(`figures.${name}.title`);
  return (
    <article
      aria-label={title}
      className="flex h-full flex-col gap-1 rounded-lg border border-border bg-surface p-4 data-active:border-accent"
      data-active={active ? "" : undefined}
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="font-medium text-sm text-text-muted">{title}</h2>
        <span className="-mt-1 -mr-1 flex">
          <IconButton label={t("show")} aria-pressed={active} onClick={() => place.change({ figure: name })}>
            <ChartLine aria-hidden />
          </IconButton>
          <IconButton
            label={t("list", { figure: title })}
            disabled={count === 0}
            data-list={listOf(name)}
            onClick={() => place.change({ list: name, group: "" })}
          >
            <List aria-hidden />
          </IconButton>
        </span>
      </div>
      <p className="tabular font-semibold text-2xl">{words(name, value)}</p>
      <Spread figure={figure} />
      <Compared figure={figure} before={before} days={place.days} />
      <p className="text-pretty text-text-muted text-xs">{t(`figures.${name}.text`)}</p>
    </article>
  );
}

function Spread({ figure: { name, count, mean, p90 } }: { figure: Figure }) {
  const t = useTranslations("reports");
  const time = useTimeWords();
  if (definitionOf(name).unit !== "seconds" || mean === null || p90 === null) return null;
  const parts = [t("mean", { time: time(mean) }), t("p90", { time: time(p90) }), t("count", { count })];
  return <p className="tabular text-sm text-text-muted">{parts.join(" · ")}</p>;
}

function Compared({ figure, before, days }: { figure: Figure; before: Figure | undefined; days: number }) {
  const t = useTranslations("reports");
  const format = useFormatter();
  if (figure.value === null || !before || before.value === null) return null;
  const shares = definitionOf(figure.name).unit === "share";
  if (before.value === 0 && !shares) return null;
  // Of 40 % and 60 % it is said that they are 20 points apart: "50 % more" would be taken for 90 %.
  const change = shares ? Math.round(1000 * (figure.value - before.value)) / 10 : figure.value / before.value - 1;
  if (change === 0) return <p className="text-sm text-text-muted">{t("same", { days })}</p>;
  const signed = { signDisplay: "exceptZero", maximumFractionDigits: shares ? 1 : 0 } as const;
  const told = shares
    ? t("points", { change: format.number(change, signed), size: Math.abs(change) })
    : format.number(change, { style: "percent", ...signed });
  return <p className="tabular text-sm text-text-muted">{t("previous", { change: told, days })}</p>;
}
