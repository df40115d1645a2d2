const home = "/inbox";
/** Stands for this site while an address is read: nothing can lead to it but a path. */
const here = "http://this.invalid";

/**
 * Where to go after signing in: a path of this site and nothing else. It is read as the browser will read it, which drops
 * tabs and line breaks and takes backslashes for slashes.
 */
export function ownTarget(to: string): string {
  if (!to.startsWith("/") || !URL.canParse(to, here)) return home;
  const { origin, pathname, search, hash } = new URL(to, here);
  const path = `${pathname}${search}${hash}`;
  // "/.//host" is a path, but what is left of it would be read as a host.
  return origin === here && !path.startsWith("//") ? path : home;
}
