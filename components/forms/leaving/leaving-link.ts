type Press = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;
type PressedLink = Pick<HTMLAnchorElement, "href" | "target"> & { download: boolean };

/** The page of this site that a pressed link leads to, in this tab; none for the page one is on, and elsewhere. */
export function leavingTo(link: PressedLink, press: Press, here: string): string | undefined {
  if (press.button !== 0 || press.metaKey || press.ctrlKey || press.shiftKey || press.altKey) return undefined;
  if (link.download || (link.target !== "" && link.target !== "_self") || !URL.canParse(link.href)) return undefined;
  const [to, from] = [new URL(link.href), new URL(here)];
  if (to.origin !== from.origin || to.pathname === from.pathname) return undefined;
  return `${to.pathname}${to.search}${to.hash}`;
}
