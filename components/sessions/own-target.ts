const home = "/inbox";
/** Stands for this site while an address is read: nothing can lead to it but a path. */
const here = "http://this.invalid";
/** What is no page to go to: the APIs, and signing in itself. */
const noPage = /^\/(?:api|sign-in)(?:\/|$)/i;

/** Controls and backslashes are in no address that a page of ours has. */
const isPlain = (to: string) => ![...to].some((letter) => letter < " " || letter === "\u007f" || letter === "\\");

/**
 * Where to go after signing in: a path of this site and nothing else. It is read as the browser will read it, which drops
 * tabs and line breaks and takes backslashes for slashes.
 */
export function ownTarget(to: string): string {
  if (!to.startsWith("/") || !isPlain(to) || !URL.canParse(to, here)) return home;
  const { origin, pathname, search, hash } = new URL(to, here);
  const path = `${pathname}${search}${hash}`;
  // "/.//host" is a path, but what is left of it would be read as a host.
  if (origin !== here || path.startsWith("//") || noPage.test(decoded(pathname))) return home;
  return path;
}

/** Its own letters for "%61"; what cannot be read stays as it is. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** The longest address that is taken along: a header and a redirect carry it. */
const longest = 2000;

const leadingTo = (page: string, path: string): string => {
  const to = path.length > longest ? home : ownTarget(path);
  return to === home ? page : `${page}?${new URLSearchParams({ to })}`;
};

/** The page to sign in on, which comes back to this address. */
export const signInAddress = (path: string) => leadingTo("/sign-in", path);

/** The page that sets up a second factor, and then goes on to this address. */
export const twoStepAddress = (path: string) => leadingTo("/two-step", path);

/** The company that an address of a mail names, and the address without it. */
export function companyNamed(path: string): { companyId: string; to: string } | undefined {
  const { pathname, searchParams, hash } = new URL(ownTarget(path), here);
  const companyId = searchParams.get("company");
  if (!companyId) return undefined;
  searchParams.delete("company");
  const rest = searchParams.toString();
  return { companyId, to: `${pathname}${rest && `?${rest}`}${hash}` };
}
