import type { FilledTemplate } from "#components/messages/composer/use-sendable.ts";

/** Texts by template and place: what was typed for one is not lost by looking at another. */
type Typed = Readonly<Record<string, string>>;

/** What somebody has typed. */
export function typedIn(filled: FilledTemplate | undefined): Typed {
  if (!filled) return {};
  const { templateId, variables, media } = filled;
  const places = { ...variables, ...(media ? { media: media.link } : {}) };
  return Object.fromEntries(Object.entries(places).map(([key, text]) => [`${templateId} ${key}`, text]));
}

/** The same of one template, as it was filled in so far. */
export function begunOf(templateId: number, typed: Typed): FilledTemplate {
  const start = `${templateId} `;
  const own = Object.entries(typed).filter(([place]) => place.startsWith(start));
  const { media, ...variables } = Object.fromEntries(own.map(([place, text]) => [place.slice(start.length), text]));
  return { templateId, variables, ...(media === undefined ? {} : { media: { link: media } }) };
}
