"use client";

import { useTranslations } from "next-intl";
import type { FigureName } from "#server/reports/choices.ts";
import type { Report } from "#server/reports/schema.ts";
import { listOf } from "./rows-sheet.tsx";
import { cellStyles, figureHeadStyles, headStyles } from "./styles.ts";
import { WideSection } from "./wide-section.tsx";
import { useFigureWords } from "./words.ts";

/** So many columns fit a phone beside the names. */
const fitting = 3;

/** How its list is asked for: words that people chose may say NONE themselves. */
const askedAs = ({ by, id }: Report["groups"][number]) =>
  (by === "source" || by === "reason") && /^(?:NONE$|=)/.test(id) ? `=${id}` : id || "NONE";

type GroupsTableProps = { report: Report; onList: (figure: FigureName, group: string) => void };

/** The figures of each agent, channel, tag or phase; each opens its list. */
export function GroupsTable({ report, onList }: GroupsTableProps) {
  const t = useTranslations("reports");
  const words = useFigureWords();
  const [first] = report.groups;
  if (!first) return null;
  const title = t(`groups.${first.by}`);
  return (
    <WideSection title={title}>
      <table className={`w-full text-sm ${first.figures.length > fitting ? "min-w-160" : ""}`}>
        <thead>
          <tr>
            <th scope="col" className={headStyles}>
              {title}
            </th>
            {first.figures.map(({ name }) => (
              <th key={name} scope="col" className={figureHeadStyles}>
                {t(`figures.${name}.title`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.groups.map((group) => (
            <tr key={group.id} className="border-border border-t">
              <th scope="row" className={`${cellStyles} break-words text-start font-normal`}>
                {group.name || t(group.id ? "gone" : "none")}
              </th>
              {group.figures.map(({ name, value, count }) => (
                <td key={name} className={`${cellStyles} tabular text-end`}>
                  {count === 0 ? (
                    words(name, value)
                  ) : (
                    <button
                      type="button"
                      data-list={listOf(name, askedAs(group))}
                      className="min-h-6 min-w-6 cursor-pointer text-end underline decoration-border-strong underline-offset-4 hover:decoration-current touch:min-h-11"
                      onClick={() => onList(name, askedAs(group))}
                    >
                      {words(name, value)}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideSection>
  );
}
