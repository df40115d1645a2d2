"use client";

const onTheWayMs = 3000;
let onTheWay = false;

/** A full load: nothing of the ended session stays in memory. Asked for twice, it still loads once. */
export function showSignIn(): void {
  if (onTheWay) return;
  onTheWay = true;
  // The reader may decide to stay, or come back to this very page.
  setTimeout(() => {
    onTheWay = false;
  }, onTheWayMs);
  window.location.assign("/sign-in");
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
