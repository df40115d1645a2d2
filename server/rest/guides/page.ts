import { type ErrorCode, errorTable } from "#server/base/errors.ts";
import { html, type Markup } from "../reference/markup.ts";
import { detailWords, errorWords } from "./error-words.ts";
import { type GuideName, guideText, sampleText } from "./guides.ts";
import { inline, type Page, pageOf, table } from "./markdown.ts";

const codes = Object.keys(errorTable) as ErrorCode[];

/** Every code of the table, in its order, which is that of the statuses. */
function errors(): Markup {
  return html`${codes.map((code) => {
    const { means, remedy } = errorWords[code];
    return html`<section class="fault" aria-labelledby="${code}"><h3 id="${code}"><code>${code}</code> <span class="type">${errorTable[code].status}</span></h3><p>${inline(means)}</p><p><strong>What to do:</strong> ${inline(remedy)}</p></section>`;
  })}`;
}

function details(): Markup {
  return table(
    ["Code", "Meaning"],
    Object.entries(detailWords).map(([code, means]) => [`\`${code}\``, means]),
  );
}

/** A guide as a page. Guides are documentation of the API and are English, as its descriptions are. */
export function guidePage(name: GuideName, origin: string): Page {
  return pageOf(guideText(name), { parts: { errors, details }, sample: sampleText, origin });
}
