"use client";

import { signOut } from "next-auth/react";

const onTheWayMs = 3000;
let onTheWay = false;

/** A full load: nothing of the ended session stays in memory. Asked for twice, it still loads once. */
export function showSignIn(): void {
  if (onTheWay) return;
  onTheWay = true;
  // Somebody may decide to stay, or come back to this very page.
  setTimeout(() => {
    onTheWay = false;
  }, onTheWayMs);
  window.location.assign("/sign-in");
}

/** Ends the session. The socket hears of it too, perhaps earlier than this answer. */
export async function leave(): Promise<void> {
  await signOut({ redirect: false });
  showSignIn();
}
