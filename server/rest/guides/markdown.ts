import { Marked, type RendererObject } from "marked";
import { html, Markup } from "../reference/markup.ts";

/** A heading of a page, for its table of contents. */
export type Heading = { id: string; title: string; level: 2 | 3 };

export type Page = { title: string; main: Markup; headings: Heading[] };

type Options = {
  /** Parts that code makes: `{{errors}}` on a line of its own. */
  parts: Readonly<Record<string, () => Markup>>;
  sample: (name: string) => string | undefined;
  /** What `{origin}` stands for. */
  origin: string;
};

export const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** What looks like HTML is text, too. */
const asText: RendererObject = { html: ({ text }) => html`${text}`.text };

const words = new Marked({ renderer: asText });

/** Text with `code`, **bold** and [links](/docs). */
export const inline = (text: string): Markup => new Markup(words.parseInline(text, { async: false }));

const languages: Readonly<Record<string, string>> = {
  ts: "TypeScript",
  py: "Python",
  php: "PHP",
  sh: "Shell",
  html: "HTML",
};

function code(info: string, text: string, { sample }: Options): Markup {
  const [kind = "", name] = info.split(" ");
  const label = languages[kind] ?? (kind === "json" ? "JSON" : "Text");
  const given = name?.startsWith("file:") ? name.slice("file:".length) : undefined;
  if (given === undefined) return html`<pre tabindex="0" aria-label="${label}" data-kind="${info}">${text}</pre>`;
  const found = sample(given);
  if (found === undefined) throw new Error(`There is no sample ${given}.`);
  return html`<figure><figcaption><a href="/docs/samples/${given}">${given}</a></figcaption><pre tabindex="0" aria-label="${given}">${found.trimEnd()}</pre></figure>`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  return html`<div class="wide" tabindex="0" role="region" aria-label="${head.join(", ")}"><table><thead><tr>${head.map(
    (cell) => html`<th scope="col">${inline(cell)}</th>`,
  )}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)}</tbody></table></div>`;
}

function part(name: string, { parts }: Options): Markup {
  const make = parts[name];
  if (!make) throw new Error(`There is no part ${name}.`);
  return make();
}

/** Our guides are Markdown with parts and samples of their own. What goes wrong is a fault of a guide and is thrown. */
export function pageOf(given: string, options: Options): Page {
  const headings: Heading[] = [];
  let title = "";
  const renderer: RendererObject = {
    ...asText,
    heading({ depth, text }) {
      if (depth === 1) {
        title = text;
        return html`<h1>${inline(text)}</h1>`.text;
      }
      const id = idOf(text);
      headings.push({ id, title: text.replaceAll("`", ""), level: depth === 2 ? 2 : 3 });
      return (depth === 2 ? html`<h2 id="${id}">${inline(text)}</h2>` : html`<h3 id="${id}">${inline(text)}</h3>`).text;
    },
    code: ({ lang = "", text }) => code(lang, text, options).text,
    table: ({ header, rows }) =>
      table(
        header.map(({ text }) => text),
        rows.map((row) => row.map(({ text }) => text)),
      ).text,
    paragraph({ text, tokens }) {
      const name = /^\{\{([a-z-]+)\}\}$/.exec(text)?.[1];
      return name ? part(name, options).text : `<p>${this.parser.parseInline(tokens)}</p>`;
    },
  };
  const main = new Marked({ renderer }).parse(given.replaceAll("{origin}", options.origin), { async: false });
  return { title, main: new Markup(main), headings };
}
