import { guideNames, guideTitle } from "../guides/guides.ts";
import type { Heading } from "../guides/markdown.ts";
import { addressOf, type ReferenceDocument } from "./document.ts";
import { html, type Markup } from "./markup.ts";
import type { Texts } from "./texts.ts";

export const eventsAddress = "events";
export const assistantsAddress = "assistants";

/** How a page is asked for, and in whose language it is drawn. */
export type Options = { document: ReferenceDocument; texts: Texts; language: string; nonce: string };

/** What stands in the middle of a page. Guides are English in every language. */
type Middle = { title: string; main: Markup; headings?: readonly Heading[]; english?: boolean };

type Link = { to: string; name: string; english?: boolean };

export const guideAddress = (name: string) => `guides/${name}`;

/** The guides in their order; that of assistants is a page of its own and stands before the last three. */
export function guideLinks(texts: Texts): Link[] {
  const links = guideNames.map((name) => ({ to: guideAddress(name), name: guideTitle(name), english: true }));
  const assistants = { to: assistantsAddress, name: texts.titles.assistants, english: false };
  return [...links.slice(0, -3), assistants, ...links.slice(-3)];
}

function navigation({ document, texts, language }: Options, address: string): Markup {
  const reference: Link[] = [
    { to: "", name: texts.overview },
    ...document.tags.map(({ name }) => ({ to: addressOf(name), name })),
    { to: eventsAddress, name: texts.eventsTitle },
  ];
  const link = ({ to, name, english }: Link) =>
    html`<li><a href="/docs${to && `/${to}`}"${to === address && html` aria-current="page"`}${
      english && language !== "en" && html` lang="en"`
    }>${name}</a></li>`;
  return html`<nav id="contents" aria-label="${texts.contents}"><h2>${texts.guidesTitle}</h2><ul>${guideLinks(texts).map(link)}</ul>
<h2>${texts.contents}</h2><ul>${reference.map(link)}</ul></nav>`;
}

/** The headings of a page, where there are enough to look for one. */
function onThisPage(headings: readonly Heading[], texts: Texts): Markup | false {
  if (headings.length < 2) return false;
  const line = ({ id, title, level }: Heading) => html`<li class="level${level}"><a href="#${id}">${title}</a></li>`;
  return html`<nav class="toc" aria-label="${texts.onThisPage}"><h2>${texts.onThisPage}</h2><ul>${headings.map(line)}</ul></nav>`;
}

function searching(texts: Texts): Markup {
  return html`<form id="search" role="search"><label for="find">${texts.find}</label><input id="find" type="search" autocomplete="off" spellcheck="false" placeholder="${texts.find}">
<div id="found" hidden><p role="status" data-none="${texts.nothingFound}" data-some="${texts.results}"></p><ul></ul></div></form>`;
}

export function shell(options: Options, address: string, { title, main, headings = [], english }: Middle): Markup {
  const { document, texts, language, nonce } = options;
  const contents = onThisPage(headings, texts);
  return html`<!doctype html><html lang="${language}" data-copy="${texts.copy}" data-copied="${texts.copied}" data-silent="${texts.silent}"><head><meta charset="utf-8"><title>${title} · ${texts.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/reference.css"><link rel="stylesheet" href="/docs/guides.css"><script nonce="${nonce}" src="/docs/reference.js" type="module"></script></head>
<body><a class="skip" href="#main">${texts.skip}</a>
<header><a class="home" href="/docs">${texts.title}</a> <span>${document.info.version}</span> <a class="menu" href="#contents">${texts.menu}</a>
${searching(texts)}
<form id="access"><label for="token">${texts.token}</label><input id="token" type="password" autocomplete="off" placeholder="sk_live_…" spellcheck="false"></form>
<a href="/v1/openapi.json">${texts.document}</a></header>
<div class="columns"><main id="main" tabindex="-1"${english && language !== "en" && html` lang="en"`}>${main}</main>
${contents}
${navigation(options, address)}</div></body></html>`;
}
