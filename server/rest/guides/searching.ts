import { type ErrorCode, errorTable } from "#server/base/errors.ts";
import { addressOf, operationsOf, type ReferenceDocument } from "../reference/document.ts";
import { errorWords } from "./error-words.ts";
import { guideNames, guideText, guideTitle } from "./guides.ts";
import { idOf } from "./markdown.ts";

/** A place in the documentation: its title, what it is a part of, where it is, and further words it is found by. */
export type Place = { title: string; of: string; href: string; words: string };

const mostWords = 600;
const plain = (text: string) => text.replaceAll(/```[^\n]*|[`*#|[\]]|\{\{.*\}\}/g, " ").replaceAll(/\s+/g, " ");

/** A guide as a whole and by its headings, each with the text below it. */
function placesOf(name: (typeof guideNames)[number]): Place[] {
  const title = guideTitle(name);
  const href = `/docs/guides/${name}`;
  const [opening = "", ...sections] = guideText(name).split(/^(?=##+ )/m);
  return [
    { title, of: "", href, words: plain(opening).slice(0, mostWords) },
    ...sections.map((section) => {
      const heading = section.split("\n", 1)[0]?.replace(/^#+ /, "") ?? "";
      const words = plain(section).slice(0, mostWords);
      return { title: plain(heading), of: title, href: `${href}#${idOf(heading)}`, words };
    }),
  ];
}

/** Everything that can be looked for in the documentation. */
export function placesIn(document: ReferenceDocument): Place[] {
  const operations = document.tags.flatMap(({ name }) =>
    operationsOf(document, name).map(({ method, path, operation }) => ({
      title: operation.summary ?? operation.operationId,
      of: name,
      href: `/docs/${addressOf(name)}#${operation.operationId}`,
      words: `${method} ${path} ${operation.operationId}`,
    })),
  );
  const events = Object.entries(document.webhooks ?? {}).map(([type, { post }]) => ({
    title: type,
    of: "Events",
    href: `/docs/events#${post.operationId}`,
    words: post.summary ?? "",
  }));
  const codes = (Object.keys(errorTable) as ErrorCode[]).map((code) => ({
    title: code,
    of: "Errors",
    href: `/docs/guides/errors#${code}`,
    words: `${errorTable[code].status} ${plain(errorWords[code].means)}`,
  }));
  return [...guideNames.flatMap(placesOf), ...codes, ...operations, ...events];
}
