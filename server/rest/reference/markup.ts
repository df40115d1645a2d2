/** A piece of HTML; everything else that goes into `html` is text and is escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | undefined | false | readonly Part[];

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function written(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "object") return part.map(written).join("");
  return String(part).replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}

export function html(words: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(words.map((word, at) => word + written(parts[at])).join(""));
}

/** A description of the document: plain text, with `code` in it. */
export function prose(text: string): Markup {
  return new Markup(
    text
      .split("`")
      .map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`).text)
      .join(""),
  );
}
