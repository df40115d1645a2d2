import { isGuide } from "../guides/guides.ts";
import { guidePage } from "../guides/page.ts";
import { assistants } from "./assistants.ts";
import { addressOf, type Listed, operationsOf, type ReferenceDocument } from "./document.ts";
import { html, type Markup, prose } from "./markup.ts";
import { operationOf } from "./operation.ts";
import { assistantsAddress, eventsAddress, guideAddress, guideLinks, type Options, shell } from "./shell.ts";
import type { Texts } from "./texts.ts";

/** What the overview says in a few lines in the reader's language, and where all of it stands. */
const shortGuides = {
  start: guideAddress("authentication"),
  pages: guideAddress("pagination"),
  errors: guideAddress("errors"),
  limits: guideAddress("rate-limits"),
  repeats: guideAddress("idempotency"),
  events: guideAddress("webhooks"),
  feed: guideAddress("event-feed"),
  assistants: assistantsAddress,
  versions: guideAddress("versioning"),
} as const;

type ShortGuide = keyof typeof shortGuides;

/** A guide. Undefined: there is no such guide. */
export function guide(name: string, options: Options): Markup | undefined {
  if (!isGuide(name)) return undefined;
  const page = guidePage(name, originOf(options.document));
  return shell(options, guideAddress(name), {
    ...page,
    main: html`<div class="text">${page.main}</div>`,
    english: true,
  });
}

const originOf = (document: ReferenceDocument) => document.servers[0]?.url ?? "";

/** A page of the reference: the overview, the operations of one tag, or the events. Undefined: there is no such page. */
export function referencePage(address: string, options: Options): Markup | undefined {
  const { document, texts } = options;
  if (address === "") return shell(options, address, { title: texts.title, main: overview(document, texts) });
  if (address === eventsAddress) {
    const listed = Object.entries(document.webhooks ?? {}).map(([path, { post }]) => ({
      method: "post",
      path,
      operation: post,
    }));
    const head = { name: texts.eventsTitle, about: texts.guides.events };
    return shell(options, address, { title: texts.eventsTitle, main: operations(document, head, listed, texts) });
  }
  if (address === assistantsAddress) {
    return shell(options, address, { title: texts.titles.assistants, main: assistants(originOf(document), texts) });
  }
  const tag = document.tags.find(({ name }) => addressOf(name) === address);
  if (!tag) return undefined;
  const head = { name: tag.name, about: tag.description ?? "" };
  const main = operations(document, head, operationsOf(document, tag.name), texts);
  return shell(options, address, { title: tag.name, main });
}

function overview(document: ReferenceDocument, texts: Texts): Markup {
  const line = (address: string, { method, path, operation }: Listed) =>
    html`<li><a href="/docs/${address}#${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></a> <span lang="en">${operation.summary ?? ""}</span></li>`;
  const short = ([name, address]: [string, string]) => {
    const title = texts.titles[name as ShortGuide];
    return html`<section aria-labelledby="guide-${name}"><h2 id="guide-${name}">${title}</h2><p>${prose(texts.guides[name as ShortGuide])} <a href="/docs/${address}">${texts.readGuide}: ${title}</a></p></section>`;
  };
  return html`<h1>${texts.title}</h1><p>${texts.about}</p>
<ul class="doors">${guideLinks(texts).map(({ to, name, english }) => html`<li><a href="/docs/${to}"${english && html` lang="en"`}>${name}</a></li>`)}</ul>
${Object.entries(shortGuides).map(short)}
<pre tabindex="0" aria-label="${texts.example}">curl "$PARLEY/v1/conversations?limit=10" \\
  -H "Authorization: Bearer $PARLEY_TOKEN"</pre>
<h2 id="endpoints">${texts.endpoints}</h2>
<p><a href="/docs/postman.json" download>${texts.collection}</a></p>
${document.tags.map(
  ({ name }) =>
    html`<h3>${name}</h3><ul class="index">${operationsOf(document, name).map((one) => line(addressOf(name), one))}</ul>`,
)}`;
}

function operations(
  document: ReferenceDocument,
  { name, about }: { name: string; about: string },
  listed: readonly Listed[],
  texts: Texts,
): Markup {
  return html`<h1>${name}</h1><p>${prose(about)}</p>
<ul class="index">${listed.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary ?? operation.operationId}</a></li>`)}</ul>
${listed.map((one) => operationOf(document, one, texts))}`;
}
