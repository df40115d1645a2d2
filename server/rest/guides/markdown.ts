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

const pieces = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Text with `code`, **bold** and [links](/docs). Links lead to our own pages. */
export function inline(text: string): Markup {
  let done = "";
  let at = 0;
  for (const match of text.matchAll(pieces)) {
    const [whole, code, bold, label, href] = match;
    done += html`${text.slice(at, match.index)}`.text;
    if (code !== undefined) done += html`<code>${code}</code>`.text;
    else if (bold !== undefined) done += html`<strong>${bold}</strong>`.text;
    else done += html`<a href="${href}">${inline(label ?? "")}</a>`.text;
    at = match.index + whole.length;
  }
  return new Markup(done + html`${text.slice(at)}`.text);
}

const languages: Readonly<Record<string, string>> = { ts: "TypeScript", py: "Python", php: "PHP", sh: "Shell" };

function code(info: string, lines: readonly string[], { sample }: Options): Markup {
  const [kind = "", name] = info.split(" ");
  const label = languages[kind] ?? (kind === "json" ? "JSON" : "Text");
  const given = name?.startsWith("file:") ? name.slice("file:".length) : undefined;
  if (given === undefined) {
    return html`<pre tabindex="0" aria-label="${label}" data-kind="${info}">${lines.join("\n")}</pre>`;
  }
  const found = sample(given);
  if (found === undefined) throw new Error(`There is no sample ${given}.`);
  return html`<figure><figcaption><a href="/docs/samples/${given}">${given}</a></figcaption><pre tabindex="0" aria-label="${given}">${found.trimEnd()}</pre></figure>`;
}

const cells = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

export function table(head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  return html`<div class="wide" tabindex="0" role="region" aria-label="${head.join(", ")}"><table><thead><tr>${head.map(
    (cell) => html`<th scope="col">${inline(cell)}</th>`,
  )}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** One kind of block: how its first line begins, and whether the next lines belong to it. */
const goesOn = (first: string) => {
  if (first.startsWith("- ")) return (line: string) => /^(?:- | {2})/.test(line);
  if (/^\d+\. /.test(first)) return (line: string) => /^(?:\d+\. | {3})/.test(line);
  if (first.startsWith("|")) return (line: string) => line.startsWith("|");
  return (line: string) => line !== "" && !/^(?:#|```|- |\d+\. |\||\{\{)/.test(line);
};

/** Items of a list; a line that is indented continues the item before it. */
const itemsOf = (lines: readonly string[]): string[] =>
  lines
    .join("\n")
    .replaceAll(/\n +/g, " ")
    .split("\n")
    .map((line) => line.replace(/^(?:-|\d+\.) /, ""));

function block(lines: readonly string[]): Markup {
  const [first = ""] = lines;
  if (first.startsWith("|")) return table(cells(first), lines.slice(2).map(cells));
  const items = () => itemsOf(lines).map((item) => html`<li>${inline(item)}</li>`);
  if (first.startsWith("- ")) return html`<ul>${items()}</ul>`;
  if (/^\d+\. /.test(first)) return html`<ol>${items()}</ol>`;
  return html`<p>${inline(lines.join(" "))}</p>`;
}

/** The part of Markdown that our guides use. They are ours: what goes wrong is a fault of a guide and is thrown. */
export function pageOf(given: string, options: Options): Page {
  const lines = given.replaceAll("{origin}", options.origin).split("\n");
  const headings: Heading[] = [];
  const blocks: Markup[] = [];
  let title = "";
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const heading = /^(#{1,3}) (.+)$/.exec(line);
    const part = /^\{\{([a-z-]+)\}\}$/.exec(line)?.[1];
    let next = at + 1;
    if (heading?.[1] === "#") {
      title = heading[2] ?? "";
      blocks.push(html`<h1>${inline(title)}</h1>`);
    } else if (heading) {
      const [, marks = "", words = ""] = heading;
      const id = idOf(words);
      headings.push({ id, title: words.replaceAll("`", ""), level: marks.length === 2 ? 2 : 3 });
      blocks.push(
        marks.length === 2 ? html`<h2 id="${id}">${inline(words)}</h2>` : html`<h3 id="${id}">${inline(words)}</h3>`,
      );
    } else if (line.startsWith("```")) {
      while (next < lines.length && lines[next] !== "```") next += 1;
      blocks.push(code(line.slice(3), lines.slice(at + 1, next), options));
      next += 1;
    } else if (part) {
      const make = options.parts[part];
      if (!make) throw new Error(`There is no part ${part}.`);
      blocks.push(make());
    } else if (line !== "") {
      const belongs = goesOn(line);
      while (next < lines.length && belongs(lines[next] ?? "")) next += 1;
      blocks.push(block(lines.slice(at, next)));
    }
    at = next;
  }
  return { title, main: html`${blocks}`, headings };
}
