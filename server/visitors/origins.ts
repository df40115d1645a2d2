/** Whether a page of `origin` may embed the channel; an empty list allows any. `https://*.x.org` allows subdomains. */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  return allowed.some((entry) => {
    const [scheme, host] = entry.split("://*.");
    if (host === undefined) return entry === origin;
    const name = origin.startsWith(`${scheme}://`) ? origin.slice(`${scheme}://`.length) : "";
    return name.endsWith(`.${host}`) && name.length > host.length + 1;
  });
}
