import { useSyncExternalStore } from "react";

export type Answer = { ok: true; body: unknown } | { ok: false; body: unknown };

/** Asks what needs no signed-in person. A body of undefined: the server was not reached. */
export async function callAccounts(path: string, given: object): Promise<Answer> {
  try {
    const response = await fetch(`/api/accounts/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(given),
    });
    return { ok: response.ok, body: await response.json() };
  } catch {
    return { ok: false, body: undefined };
  }
}

const subscribe = (listener: () => void) => {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
};

/** What stands behind the # of a link, which no server is sent; undefined until the browser can be asked. */
export function useLinkToken(): string | undefined {
  return useSyncExternalStore<string | undefined>(
    subscribe,
    () => window.location.hash.slice(1),
    () => undefined,
  );
}
