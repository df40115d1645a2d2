import { ownCompany, settingsOf } from "#server/companies/access.ts";
import type { Actor } from "#server/core/actor.ts";
import type { SavedReport } from "#server/db/generated/client.ts";
import type { MailLocale } from "#server/mail/choices.ts";
import type { Letter } from "#server/mail/composing.ts";
import { linkInto } from "#server/mail/links.ts";
import { comparedWord } from "#server/mail/words.ts";
import { csvOf } from "../csv.ts";
import { readReport } from "../reading.ts";
import type { Report } from "../schema.ts";
import { daysBefore, daysOf } from "./choices.ts";
import { reportWords } from "./words.ts";
import { zonedDay, zonedMoment } from "./zoned.ts";

type Saved = Pick<SavedReport, "companyId" | "id" | "name" | "report" | "query">;

const next = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** A saved report as a reader sees it on a day, with that of the time before. */
export type Told = { days: { first: string; last: string }; report: Report; earlier: Report | undefined };

export async function tellReport(reader: Actor, { report: name, query }: Saved, at: Date): Promise<Told> {
  const { timeZone } = settingsOf((await ownCompany(reader)).settings);
  const days = daysOf(query.range, zonedDay(timeZone, at));
  const { interval, by, businessHours, comparison } = query;
  const filters = Object.fromEntries(
    (["channelId", "teamId", "agentId", "tag"] as const).flatMap((key) => (query[key] ? [[key, query[key]]] : [])),
  );
  const read = ({ first, last }: Told["days"], divided: object) =>
    readReport.execute(reader, {
      ...{ name, businessHours, ...filters, ...divided },
      from: zonedMoment(timeZone, first, 0).toISOString(),
      to: zonedMoment(timeZone, next(last), 0).toISOString(),
    });
  const report = await read(days, { interval, ...(by ? { by } : {}) });
  const earlier = comparison ? await read(daysBefore(days), { interval: "month" }) : undefined;
  return { days, report, earlier };
}

/** The address of exactly these days, so that its lists agree with the mail. */
function linkOf({ companyId, id, report, query }: Saved, { first, last }: Told["days"]): string {
  const { interval, channelId, teamId, agentId, tag, by, businessHours, comparison } = query;
  const given = {
    ...{ from: first, to: last, interval, channel: channelId, team: teamId, agent: agentId, tag, by },
    ...{ hours: businessHours ? "open" : null, compare: comparison ? null : "no", saved: id },
  };
  const address = new URLSearchParams(Object.entries(given).flatMap(([key, value]) => (value ? [[key, value]] : [])));
  return linkInto(companyId, `/reports/${report}?${address}`);
}

/** `exports`: the plan lets files leave. */
type Kept = { company: string; currency: string; who: string; exports: boolean };

/** The figures with what they mean and what they were, and the file of all of it. */
export function letterOf(saved: Saved, { days, report, earlier }: Told, kept: Kept, locale: MailLocale): Letter {
  const words = reportWords(locale, kept.currency);
  const { first, last } = days;
  return {
    ...{ kind: "report", locale, link: linkOf(saved, days) },
    settings: linkInto(saved.companyId, "/reports/saved"),
    values: {
      ...{ name: saved.name, company: kept.company, who: kept.who },
      ...{ report: words.report(saved.report), period: words.days(first, last) },
    },
    figures: report.total.map(({ name, value }) => {
      const before = earlier?.total.find((one) => one.name === name);
      return {
        ...{ title: words.title(name), value: words.value(name, value), meaning: words.meaning(name) },
        before: before ? comparedWord(words.value(name, before.value), locale) : "",
      };
    }),
    files: kept.exports
      ? [
          {
            name: `${saved.report}-${first}-${last}.csv`,
            type: "text/csv; charset=utf-8",
            text: `\ufeff${csvOf(report, words.csv)}`,
          },
        ]
      : [],
  };
}
