import { useEffect, useState, useSyncExternalStore } from "react";
import { inTime } from "#components/frame/reaching/in-time.ts";
import { isRecord } from "#components/live/records.ts";

export type Answer = { ok: true; body: unknown } | { ok: false; body: unknown };

/** Asks what needs no signed-in person. A body of undefined: the server was not reached, or did not answer in time. */
export async function callAccounts(path: string, given: object): Promise<Answer> {
  try {
    const response = await fetch(`/api/accounts/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(given),
      signal: inTime(),
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

/** `dead`: it opens nothing any more. `failed`: nobody could say, so it may work yet. */
export type OpenedLink =
  | { kind: "loading" | "dead" }
  | { kind: "failed"; body: unknown }
  | { kind: "open"; email: string; company: string };

/** What the server says of a link. Asking does not use it up. */
export function useOpenedLink(path: "invitation" | "reset-link", token: string | undefined): OpenedLink {
  const [opened, setOpened] = useState<OpenedLink>({ kind: "loading" });
  useEffect(() => {
    if (!token) return;
    let left = false;
    void callAccounts(path, { token }).then(({ ok, body }) => {
      if (left) return;
      const { email, company = "", error } = isRecord(body) ? body : {};
      if (ok && typeof email === "string") setOpened({ kind: "open", email, company: String(company) });
      else setOpened(error === "validation_error" ? { kind: "dead" } : { kind: "failed", body });
    });
    return () => {
      left = true;
    };
  }, [path, token]);
  return token === "" ? { kind: "dead" } : opened;
}
