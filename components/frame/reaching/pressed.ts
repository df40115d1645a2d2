type Press = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey" | "defaultPrevented">;
type Link = { href: string; target: string; download: string };

/** The place of this site that a plain press of a link leads to; undefined: the browser knows better. */
export function pressedPlace(press: Press, link: Link | null, origin: string): string | undefined {
  if (!link || press.defaultPrevented || press.button !== 0) return undefined;
  if (press.metaKey || press.ctrlKey || press.shiftKey || press.altKey) return undefined;
  if ((link.target !== "" && link.target !== "_self") || link.download !== "" || !URL.canParse(link.href))
    return undefined;
  const url = new URL(link.href);
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : undefined;
}
