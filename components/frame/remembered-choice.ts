import { preferenceCookie } from "#i18n/locale.ts";

/** Keeps a choice of the interface where the server can read it too. */
export function rememberChoice(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = preferenceCookie(name, value);
}

export function isRemembered(name: string, value: string): boolean {
  const [pair] = preferenceCookie(name, value).split(";");
  return document.cookie.split("; ").some((known) => known === pair);
}
