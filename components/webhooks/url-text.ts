/** An address as a list shows it: host and path, without what every address has. */
export function shortUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname === "/" ? "" : pathname}${search}`;
}
