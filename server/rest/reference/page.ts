import { assistants } from "./assistants.ts";
import { addressOf, type Listed, operationsOf, type ReferenceDocument } from "./document.ts";
import { html, type Markup, prose } from "./markup.ts";
import { operationOf } from "./operation.ts";
import type { Texts } from "./texts.ts";

const guides = ["start", "pages", "errors", "limits", "repeats", "events", "feed", "assistants", "versions"] as const;
const eventsAddress = "events";
const assistantsAddress = "assistants";

type Options = { document: ReferenceDocument; texts: Texts; language: string; nonce: string };

/** A page of the reference: the overview, the operations of one tag, or the events. Undefined: there is no such page. */
export function referencePage(address: string, options: Options): Markup | undefined {
  const { document, texts } = options;
  if (address === "") return shell(options, address, texts.title, overview(document, texts));
  if (address === eventsAddress) {
    const listed = Object.entries(document.webhooks ?? {}).map(([path, { post }]) => ({
      method: "post",
      path,
      operation: post,
    }));
    return shell(
      options,
      address,
      texts.eventsTitle,
      operations(document, { name: texts.eventsTitle, about: texts.guides.events }, listed, texts),
    );
  }
  if (address === assistantsAddress) {
    const main = assistants(document.servers[0]?.url ?? "", texts);
    return shell(options, address, texts.titles.assistants, main);
  }
  const tag = document.tags.find(({ name }) => addressOf(name) === address);
  if (!tag) return undefined;
  const head = { name: tag.name, about: tag.description ?? "" };
  return shell(options, address, tag.name, operations(document, head, operationsOf(document, tag.name), texts));
}

function shell({ document, texts, language, nonce }: Options, address: string, title: string, main: Markup): Markup {
  const pages = [
    { to: "", name: texts.overview },
    ...document.tags.map(({ name }) => ({ to: addressOf(name), name })),
    { to: eventsAddress, name: texts.eventsTitle },
    { to: assistantsAddress, name: texts.titles.assistants },
  ];
  const link = ({ to, name }: (typeof pages)[number]) =>
    html`<li><a href="/docs${to && `/${to}`}"${to === address && html` aria-current="page"`}>${name}</a></li>`;
  return html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title} · ${texts.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/reference.css"><script nonce="${nonce}" src="/docs/reference.js" type="module"></script></head>
<body><a class="skip" href="#main">${texts.skip}</a>
<header><a class="home" href="/docs">${texts.title}</a> <span>${document.info.version}</span>
<form id="access"><label for="token">${texts.token}</label><input id="token" type="password" autocomplete="off" placeholder="sk_live_…" spellcheck="false"></form>
<a href="/v1/openapi.json">${texts.document}</a></header>
<div class="columns"><nav aria-label="${texts.contents}"><ul>${pages.map(link)}</ul></nav>
<main id="main" tabindex="-1">${main}</main></div></body></html>`;
}

function overview(document: ReferenceDocument, texts: Texts): Markup {
  const line = (address: string, { method, path, operation }: Listed) =>
    html`<li><a href="/docs/${address}#${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></a> <span lang="en">${operation.summary ?? ""}</span></li>`;
  return html`<h1>${texts.title}</h1><p>${texts.about}</p>
${guides.map((name) => html`<section aria-labelledby="guide-${name}"><h2 id="guide-${name}">${texts.titles[name]}</h2><p>${prose(texts.guides[name])}</p></section>`)}
<pre tabindex="0" aria-label="${texts.example}">curl "$PARLEY/v1/conversations?limit=10" \\
  -H "Authorization: Bearer $PARLEY_TOKEN"</pre>
<h2 id="endpoints">${texts.endpoints}</h2>
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
