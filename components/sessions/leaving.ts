"use client";

const onTheWayMs = 3000;
let onTheWay = false;

/** A full load: nothing of the ended session stays in memory. Asked for twice, it still loads once. */
export function showSignIn(): void {
  load("/sign-in");
}

let destination = "/inbox";

/** Where to go once the browser shows what another person sees. The socket may learn of it before the call answers. */
export function headFor(path: string): void {
  destination = path;
}

/** The browser shows what another person sees from now on: everything anew. */
export function loadAnew(): void {
  load(destination);
}

function load(path: string): void {
  if (onTheWay) return;
  onTheWay = true;
  // The reader may decide to stay, or come back to this very page.
  setTimeout(() => {
    onTheWay = false;
  }, onTheWayMs);
  window.location.assign(path);
}

/**
 * Ends the session. The socket may learn of it before this call answers. Called here, because next-auth's browser part
 * weighs more than the frame and every page would carry it.
 */
export async function leave(): Promise<void> {
  const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
  const body = new URLSearchParams({ csrfToken, callbackUrl: window.location.href, json: "true" });
  await fetch("/api/auth/signout", { method: "POST", body });
  showSignIn();
}
