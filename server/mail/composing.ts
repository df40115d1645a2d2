import { isolated } from "#i18n/isolating.ts";
import type { DetailLabel, MailKind, MailLocale } from "./choices.ts";
import { oneLine, shortened } from "./lines.ts";
import { detailWord, mailWords } from "./words.ts";

/** What a mail says and where its button leads. */
export type Letter = {
  kind: MailKind;
  locale: MailLocale;
  values: Readonly<Record<string, string>>;
  /** Empty: the reader has nothing to open. */
  link: string;
  /** Where the reader chooses what they get; undefined: it answers a deed, or is owed to them. */
  settings?: string;
  /** What is told, a line each, below the words; a label is one of ours, or the name of who said it. */
  details?: readonly Detail[];
  /** Figures of a report, a row each. */
  figures?: readonly LetterFigure[];
  files?: readonly MailFile[];
};

/** `before`: what it was, in words; empty: it is not compared. */
type LetterFigure = { title: string; value: string; before: string; meaning: string };
type MailFile = { name: string; type: string; text: string };

export type Detail = { label: DetailLabel | { name: string }; text: string };

const longestDetail = 2000;

/** The lines in the reader's language, whoever wrote them. */
function linesOf(details: readonly Detail[], locale: MailLocale): { name: string; text: string }[] {
  return details.map(({ label, text }) => {
    const name = typeof label === "string" ? detailWord(label, locale) : oneLine(label.name, 100);
    return { name, text: oneLine(text, longestDetail) };
  });
}

export type Composed = {
  subject: string;
  text: string;
  html: string;
  settings?: string;
  files?: readonly MailFile[];
};

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);

const paragraph = (text: string, style = "") =>
  text === "" ? "" : `<p style="margin:0 0 16px;${style}">${escaped(text)}</p>`;

/* Of whatever colour the reader's program writes in, by day and by night. */
const faint = "opacity:0.75";

function tableOf(figures: readonly LetterFigure[]): string {
  const cell = "padding:8px 0;border-top:1px solid #94a3b8;vertical-align:top";
  const rows = figures.map(
    ({ title, value, before, meaning }) =>
      `<tr><td style="${cell}"><strong>${escaped(title)}</strong><br><span style="font-size:12px;${faint}">${escaped(meaning)}</span></td><td style="${cell};padding-left:16px;text-align:right;white-space:nowrap"><strong>${escaped(value)}</strong><br><span style="font-size:12px;${faint}">${escaped(before)}</span></td></tr>`,
  );
  return rows.length === 0
    ? ""
    : `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px">${rows.join("")}</table>`;
}

const lineOf = ({ title, value, before, meaning }: LetterFigure) =>
  `${title}: ${value}${before === "" ? "" : ` (${before})`}\n  ${meaning}`;

/** Text and HTML of the same words. The HTML loads nothing from anywhere. */
export function compose(letter: Letter): Composed {
  const { kind, locale, values, link, settings, details = [], figures = [], files = [] } = letter;
  const given = Object.entries({ ...values, ...(settings ? { settings } : {}) });
  // A name from right to left leaves the sentence its order.
  const short = Object.fromEntries(given.map(([name, value]) => [name, isolated(oneLine(value, 300))]));
  const { subject, text, action, closing, footer } = mailWords(kind, locale, short);
  const lines = linesOf(details, locale);
  const button = `display:inline-block;padding:10px 16px;border-radius:6px;background:#0f766e;color:#ffffff;text-decoration:none;font-weight:600`;
  const body = [
    paragraph(text),
    ...lines.map(
      ({ name, text: said }) =>
        `<p style="margin:0 0 8px"><span style="${faint}"><span dir="auto">${escaped(name)}</span>:</span> <span dir="auto">${escaped(said)}</span></p>`,
    ),
    tableOf(figures),
    link && `<p style="margin:0 0 16px"><a href="${escaped(link)}" style="${button}">${escaped(action)}</a></p>`,
    paragraph(link, `font-size:12px;${faint};word-break:break-all`),
    paragraph(closing),
    paragraph(footer, `font-size:12px;${faint}`),
  ].join("\n");
  const title = shortened(subject, 200);
  // Names and words of others may be longer than a phone is wide, and written from right to left.
  const look = "margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere;word-break:break-word";
  const head = `<meta charset="utf-8"><title>${escaped(title)}</title><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">`;
  const html = `<!doctype html><html lang="${locale}" dir="ltr"><head>${head}</head><body style="${look}"><div style="max-width:520px">${body}</div></body></html>`;
  return {
    subject: title,
    text: `${[text, lines.map(({ name, text: said }) => `${isolated(name)}: ${isolated(said)}`).join("\n"), figures.map(lineOf).join("\n"), link && `${action}: ${link}`, closing, footer].filter(Boolean).join("\n\n")}\n`,
    html,
    ...(settings ? { settings } : {}),
    ...(files.length > 0 ? { files } : {}),
  };
}
