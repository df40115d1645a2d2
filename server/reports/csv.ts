import { definitionOf, type FigureName } from "#server/reports/choices.ts";
import type { Figure, Report } from "#server/reports/schema.ts";

type Words = { figure: (name: FigureName) => string; period: string; none: string; gone: string };

/** A cell that a spreadsheet would run as a formula gets a leading apostrophe, as in the server's files (E9). */
const cell = (value: string) => {
  const safe = /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A time has three columns; all others one. */
const partsOf = (name: FigureName) =>
  definitionOf(name).unit === "seconds" ? (["median", "mean", "p90", "count"] as const) : (["value"] as const);

const valuesOf = (figures: readonly Figure[]) =>
  figures.flatMap((figure) => partsOf(figure.name).map((part) => String(figure[part] ?? "")));

/** Under the heads of all figures: a division may have only some of them. */
const valuesAt = (heads: readonly Figure[], figures: readonly Figure[]) =>
  heads.flatMap(({ name }) => {
    const own = figures.find((figure) => figure.name === name);
    return own ? valuesOf([own]) : partsOf(name).map(() => "");
  });

/** What the screen shows, as it is there: in all, over time, and by group; times in seconds. */
export function csvOf(report: Report, words: Words): string {
  const heads = report.total.flatMap(({ name }) =>
    partsOf(name).map((part) =>
      part === "value" && definitionOf(name).unit === "duration"
        ? `${words.figure(name)} (s)`
        : part === "value"
          ? words.figure(name)
          : `${words.figure(name)} (${part === "count" ? part : `${part}, s`})`,
    ),
  );
  const lines = [
    [words.period, ...heads],
    [`${report.from} – ${report.to}`, ...valuesOf(report.total)],
    ...report.series.map(({ from, figures }) => [from, ...valuesOf(figures)]),
    ...report.groups.map(({ id, name, figures }) => [
      name || (id ? words.gone : words.none),
      ...valuesAt(report.total, figures),
    ]),
  ];
  return `${lines.map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}
