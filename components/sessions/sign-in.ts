import { inTime } from "#components/frame/reaching/in-time.ts";

type Provider = "credentials" | "passkey" | "company";

async function answerOf(call: Promise<Response>): Promise<Record<string, unknown>> {
  const response = await call;
  if (response.status >= 500) throw new Error(`answered ${response.status}`);
  return response.json();
}

/**
 * Posts to /api/auth and answers the address that it leads to. Called here, because next-auth's browser part weighs more
 * than these pages and leaves them where nobody answers. Throws where the server cannot be reached, or does not answer
 * in time: then it may have been done, and asked for again it is done once more.
 */
export async function postAuth(path: string, given: Record<string, string>, patienceMs?: number): Promise<URL> {
  const signal = inTime(patienceMs);
  const { csrfToken } = await answerOf(fetch("/api/auth/csrf", { signal }));
  const body = new URLSearchParams({ ...given, csrfToken: String(csrfToken), json: "true" });
  const { url } = await answerOf(fetch(`/api/auth/${path}`, { method: "POST", body, signal }));
  return new URL(String(url));
}

/** The browser did not send back the cookie that it was given: it keeps none, or not under this address. */
export const noCookies = "no_cookies";

/** Why it goes no further; undefined: it does. */
function refusalIn(url: URL): string | undefined {
  if (!url.searchParams.has("csrf")) return url.searchParams.get("error") ?? undefined;
  return url.origin === window.location.origin ? noCookies : url.origin;
}

/** Answers why not, an origin where one signs in only there; undefined: signed in. Throws where the server cannot be reached. */
export async function signIn(provider: Provider, given: Record<string, string>): Promise<string | undefined> {
  return refusalIn(await postAuth(`callback/${provider}`, { ...given, callbackUrl: "/" }));
}

/** Leaves for the identity provider, which leads back to `to`. Answers why not, as `signIn` does. */
export async function signInAway(to: string, asked: Record<string, string> = {}): Promise<string | undefined> {
  const url = await postAuth(`signin/oidc?${new URLSearchParams(asked)}`, { callbackUrl: to });
  const refusal = refusalIn(url);
  if (refusal === undefined) window.location.assign(url);
  return refusal;
}
